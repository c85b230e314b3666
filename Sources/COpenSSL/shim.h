// What Swift needs of OpenSSL 3: the headers, and a function for each macro, variadic and stack accessor in use.
#pragma once
// Low-level EC and SHA-256 calls are marked deprecated in OpenSSL 3.0, but have no equally fast successor.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/cms.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

static inline void copenssl_free(void *memory) { OPENSSL_free(memory); }

// Swift would take the name for its own type's.
static inline unsigned char *copenssl_sha384(const unsigned char *data, size_t count, unsigned char *digest) {
    return SHA384(data, count, digest);
}

static inline long copenssl_bio_data(BIO *bio, char **start) { return BIO_get_mem_data(bio, start); }

static inline int copenssl_chain_count(const STACK_OF(X509) *chain) { return sk_X509_num(chain); }

static inline STACK_OF(X509) *copenssl_chain_new(void) { return sk_X509_new_null(); }

static inline int copenssl_chain_push(STACK_OF(X509) *chain, X509 *certificate) {
    return sk_X509_push(chain, certificate);
}

// Frees the list only; the certificates stay with their owners.
static inline void copenssl_chain_free(STACK_OF(X509) *chain) { sk_X509_free(chain); }

static inline X509 *copenssl_chain_value(const STACK_OF(X509) *chain, int index) { return sk_X509_value(chain, index); }

// Frees the list and one reference to each certificate.
static inline void copenssl_chain_pop_free(STACK_OF(X509) *chain) { sk_X509_pop_free(chain, X509_free); }

// What a CMS message says; null when that is kept elsewhere.
static inline const ASN1_OCTET_STRING *copenssl_message_content(CMS_ContentInfo *message) {
    ASN1_OCTET_STRING **content = CMS_get0_content(message);
    return content == NULL ? NULL : *content;
}

static inline int copenssl_signer_count(CMS_ContentInfo *message) {
    return sk_CMS_SignerInfo_num(CMS_get0_SignerInfos(message));
}

static inline CMS_SignerInfo *copenssl_signer(CMS_ContentInfo *message, int index) {
    return sk_CMS_SignerInfo_value(CMS_get0_SignerInfos(message), index);
}

static inline EVP_PKEY *copenssl_generate_ec_key(const char *curve) { return EVP_EC_gen(curve); }

static inline EVP_PKEY *copenssl_generate_rsa_key(size_t bits) { return EVP_RSA_gen(bits); }

// One line, RFC 2253 order and escapes, but UTF-8 left readable.
static inline int copenssl_print_name(BIO *out, const X509_NAME *name) {
    return X509_NAME_print_ex(out, name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
}

// Never asks: without a callback OpenSSL would prompt for a passphrase on the terminal.
static inline int copenssl_no_passphrase(char *buffer, int size, int writing, void *context) {
    (void)buffer, (void)size, (void)writing, (void)context;
    return -1;
}

static inline EVP_PKEY *copenssl_read_private_key(BIO *bio) {
    return PEM_read_bio_PrivateKey(bio, NULL, copenssl_no_passphrase, NULL);
}

static inline int copenssl_read_pem_block(BIO *bio, char **name, unsigned char **data, long *length) {
    char *header = NULL;
    int result = PEM_read_bio(bio, name, &header, data, length);
    if (result == 1) OPENSSL_free(header);
    return result;
}

static inline int copenssl_write_private_key(BIO *bio, const EVP_PKEY *key) {
    return PEM_write_bio_PKCS8PrivateKey(bio, key, NULL, NULL, 0, NULL, NULL);
}

static inline int copenssl_is_no_start_line(unsigned long code) {
    return ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
}

// An extension written in OpenSSL's configuration syntax; `subject` and `issuer` serve the key identifiers.
static inline X509_EXTENSION *copenssl_extension(int nid, const char *value, X509 *subject, X509 *issuer) {
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer, subject, NULL, NULL, 0);
    return X509V3_EXT_conf_nid(NULL, &context, nid, value);
}

// The texts that X509_get1_ocsp gives.
static inline int copenssl_text_count(const STACK_OF(OPENSSL_STRING) *texts) { return sk_OPENSSL_STRING_num(texts); }

static inline const char *copenssl_text(const STACK_OF(OPENSSL_STRING) *texts, int index) {
    return sk_OPENSSL_STRING_value(texts, index);
}

// When a response says that it was made; OCSP_basic_sign would write the present.
static inline int copenssl_ocsp_set_produced_at(OCSP_BASICRESP *response, time_t seconds) {
    ASN1_GENERALIZEDTIME *time = (ASN1_GENERALIZEDTIME *)OCSP_resp_get0_produced_at(response);
    return time != NULL && ASN1_GENERALIZEDTIME_set(time, seconds) != NULL;
}
