#if !__has_include(<microhttpd.h>)
#error "The headers of libmicrohttpd are missing. Debian and Ubuntu: apt-get install libedit-dev libmicrohttpd-dev. Fedora: dnf install libedit-devel libmicrohttpd-devel. macOS: brew install libmicrohttpd, and set CPATH to $(brew --prefix)/include and LIBRARY_PATH to $(brew --prefix)/lib."
#endif
#include <errno.h>
#include <microhttpd.h>
#include <sys/socket.h>

// Swift can't call functions with a variable number of arguments.

typedef void *(*swift_mhd_begin)(void *context, const char *target, struct MHD_Connection *connection);

/// Starts a server with a thread of its own on a socket that listens. It closes the socket when it stops.
static inline struct MHD_Daemon *swift_mhd_start(
  int socket, unsigned int connections, unsigned int seconds, size_t memory, void *context, swift_mhd_begin begin,
  MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback complete
) {
  // With epoll, the library does not always see that a client has left that had sent bytes before.
  return MHD_start_daemon(
    MHD_USE_POLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, context,
    MHD_OPTION_LISTEN_SOCKET, (MHD_socket)socket,
    MHD_OPTION_CONNECTION_LIMIT, connections,
    MHD_OPTION_CONNECTION_TIMEOUT, seconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, memory,
    MHD_OPTION_STRICT_FOR_CLIENT, 1,
    MHD_OPTION_URI_LOG_CALLBACK, begin, context,
    MHD_OPTION_NOTIFY_COMPLETED, complete, context,
    MHD_OPTION_END
  );
}

/// Whether the client of a connection has left.
static inline enum MHD_Result swift_mhd_has_left(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  if (info == NULL) return MHD_YES;
  char byte;
  ssize_t count = recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? MHD_NO : MHD_YES;
  return count == 0 ? MHD_YES : MHD_NO;
}

// How Swift names the members of these enumerations depends on the version of the library.
static const enum MHD_Result swift_mhd_yes = MHD_YES;
static const enum MHD_Result swift_mhd_no = MHD_NO;
static const enum MHD_ValueKind swift_mhd_header = MHD_HEADER_KIND;
static const enum MHD_ResponseMemoryMode swift_mhd_copied = MHD_RESPMEM_MUST_COPY;

// What a reader of a body returns besides a number of bytes.
static const ssize_t swift_mhd_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t swift_mhd_failure = MHD_CONTENT_READER_END_WITH_ERROR;
static const uint64_t swift_mhd_unknown_size = MHD_SIZE_UNKNOWN;
