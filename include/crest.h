/* The marks of CREST, so that a program written for it can be compiled with braid-cc as it is: each makes one
 * variable of the named type input. */
#ifndef BRAID_CREST_H
#define BRAID_CREST_H

#ifdef __cplusplus
extern "C" {
#endif

void __CrestUChar(unsigned char *variable);
void __CrestUShort(unsigned short *variable);
void __CrestUInt(unsigned int *variable);
void __CrestChar(char *variable);
void __CrestShort(short *variable);
void __CrestInt(int *variable);

#define CREST_unsigned_char(variable) __CrestUChar(&(variable))
#define CREST_unsigned_short(variable) __CrestUShort(&(variable))
#define CREST_unsigned_int(variable) __CrestUInt(&(variable))
#define CREST_char(variable) __CrestChar(&(variable))
#define CREST_short(variable) __CrestShort(&(variable))
#define CREST_int(variable) __CrestInt(&(variable))

#ifdef __cplusplus
} /* extern "C" */
#endif
#endif
