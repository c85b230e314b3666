#pragma once

#include <microhttpd.h>
#include <stddef.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

/// A descriptor that one thread wakes another with.
static inline int mhdShimWakeUp(void)
{
    return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

/// Declared by <sys/socket.h> for C programs that ask for GNU extensions only.
extern int accept4(int listening, struct sockaddr *address, socklen_t *length, int flags);

/// Everything that one daemon is told at its start; `MHD_start_daemon` takes it as variable arguments only.
struct MHDShimSettings {
    /// Passed to every callback.
    void *context;
    MHD_LogCallback log;
    MHD_AccessHandlerCallback handler;
    MHD_NotifyConnectionCallback connection;
    MHD_RequestCompletedCallback completed;
    /// Called with the raw request target before libmicrohttpd takes it apart.
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    unsigned int connectionLimit;
    unsigned int idleSeconds;
    size_t connectionMemory;
    /// PEM texts that end with a zero; both NULL for plain HTTP.
    const char *certificate;
    const char *key;
    /// GnuTLS priority string, used with a certificate only.
    const char *priorities;
};

/// Leaves every escape as it came: a decoded zero byte would cut the target short.
static inline size_t mhdShimKeepEscapes(void *context, struct MHD_Connection *connection, char *text)
{
    size_t length = 0;
    (void)context;
    (void)connection;
    while (text[length] != 0)
        length++;
    return length;
}

/// Starts one daemon with one thread and no listening socket; NULL when it cannot, with the reason logged.
static inline struct MHD_Daemon *mhdShimStart(const struct MHDShimSettings *settings)
{
    unsigned int flags = MHD_USE_ERROR_LOG | MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME
        | MHD_USE_ITC | MHD_USE_NO_LISTEN_SOCKET;
    struct MHD_OptionItem security[] = {
        { MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings->priorities },
        { MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate },
        { MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key },
        { MHD_OPTION_END, 0, NULL },
    };
    if (settings->certificate != NULL)
        flags |= MHD_USE_TLS;
    else
        security[0].option = MHD_OPTION_END;
    return MHD_start_daemon(
        flags, 0, NULL, NULL, settings->handler, settings->context,
        // First, so that nothing is ever printed.
        MHD_OPTION_EXTERNAL_LOGGER, settings->log, settings->context,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection, settings->context,
        MHD_OPTION_NOTIFY_COMPLETED, settings->completed, settings->context,
        MHD_OPTION_URI_LOG_CALLBACK, settings->target, settings->context,
        MHD_OPTION_UNESCAPE_CALLBACK, &mhdShimKeepEscapes, NULL,
        MHD_OPTION_CONNECTION_LIMIT, settings->connectionLimit,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->idleSeconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->connectionMemory,
        MHD_OPTION_STRICT_FOR_CLIENT, (int)1,
        MHD_OPTION_ARRAY, security,
        MHD_OPTION_END);
}

/// The client's address, which lives as long as the connection.
static inline const struct sockaddr *mhdShimPeer(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info
        = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info == NULL ? NULL : info->client_addr;
}

/// The connection's descriptor, or -1.
static inline int mhdShimDescriptor(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info
        = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info == NULL ? -1 : info->connect_fd;
}

/// The length of the head from the first byte of the method to the first byte of the body, or 0.
static inline size_t mhdShimHeadSize(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info
        = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info == NULL ? 0 : info->header_size;
}

/// What the connection callback stored for this connection, or NULL.
static inline void *mhdShimContext(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info
        = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info == NULL ? NULL : info->socket_context;
}

/// What a content reader returns when there is no more; a macro with a cast.
static const ssize_t mhdShimEndOfStream = MHD_CONTENT_READER_END_OF_STREAM;

/// A response whose body is read from `reader` until it ends.
static inline struct MHD_Response *mhdShimStream(
    MHD_ContentReaderCallback reader, void *context, MHD_ContentReaderFreeCallback ended)
{
    return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 4096, reader, context, ended);
}

/// A response with its own copy of the body.
static inline struct MHD_Response *mhdShimResponse(size_t size, const void *body)
{
    return MHD_create_response_from_buffer(size, (void *)body, MHD_RESPMEM_MUST_COPY);
}
