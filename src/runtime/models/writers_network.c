/* Models of functions that tell about users and the network: the table writers_network.def. */
#define _GNU_SOURCE
#include "runtime/models/writers.h"

#include <arpa/inet.h>
#include <grp.h>
#include <net/if.h>
#include <netdb.h>
#include <pwd.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

BRAID_MODEL_FILE;

#include "runtime/models/writers_network.def"
