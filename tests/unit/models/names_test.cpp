// The table of names and the models say the same: every name in the table has a model, which the linker proves.
#include <gtest/gtest.h>
#include <set>
#include <string>

extern "C" {
#define BRAID_MODEL_NAME(name) void __braid_model_##name(void);
#include "runtime/models_text.def"
#undef BRAID_MODEL_NAME
}

struct Entry {
  const char *name;
  void (*model)(void);
};

static const Entry entries[] = {
#define BRAID_MODEL_NAME(name) {#name, __braid_model_##name},
#include "runtime/models_text.def"
#undef BRAID_MODEL_NAME
};

TEST(ModelNames, HaveOneModelEach) {
  std::set<std::string> names;
  std::set<void (*)(void)> models;
  for (const Entry &entry : entries) {
    EXPECT_TRUE(names.insert(entry.name).second) << entry.name << " is twice in the table";
    EXPECT_NE(entry.model, nullptr) << entry.name;
    models.insert(entry.model);
  }
  EXPECT_EQ(models.size(), names.size());
}
