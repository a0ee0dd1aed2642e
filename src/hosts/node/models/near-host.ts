/** Hosts to which a key may go without TLS: this machine and its neighbours. */
const NEAR =
  /^(?:localhost|.*\.localhost|127\.[\d.]+|\[::1\]|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|[^.:]+|.*\.local)$/iu;

/** Whether a key that is sent there could be read on the way. */
export function wouldShowKey(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === "http:" && !NEAR.test(hostname);
}
