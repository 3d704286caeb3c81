/* What reading through descriptors has to be told by other models. */
#ifndef BRAID_RUNTIME_MODELS_POSIX_H
#define BRAID_RUNTIME_MODELS_POSIX_H

/* The descriptor is a new one, whatever was read through one of the same number before. */
void braid_reads_forgotten(int descriptor);

#endif
