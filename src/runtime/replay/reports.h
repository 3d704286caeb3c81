/* See reports.c. */
#ifndef BRAID_RUNTIME_REPLAY_REPORTS_H
#define BRAID_RUNTIME_REPLAY_REPORTS_H

/* Before the program begins. */
void braid_keep_reports(void);
/* Writes a line to where sanitizers write. */
void braid_report(const char *line);

#endif
