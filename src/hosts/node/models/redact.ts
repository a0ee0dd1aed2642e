/** What looks like a key, wherever it stands. */
const KEYS = /\b(?:sk|pk|rk|xai|gsk|hf|key|ghp|pat)[-_][A-Za-z0-9_*.-]{6,}/gu;
const BEARER = /\b(Bearer|Basic)\s+[^\s"',;]+/giu;
const IN_ADDRESS = /\/\/[^\s/@]+@/gu;
const IN_QUERY = /([?&](?:api[-_]?key|key|token)=)[^&\s"']+/giu;
const GONE = "[key]";

/** A text without the key that was used and without anything that looks like one. */
export function redact(text: string, key: string | undefined): string {
  const without = key === undefined || key.length < 4 ? text : text.replaceAll(key, GONE);
  return without
    .replace(BEARER, `$1 ${GONE}`)
    .replace(IN_ADDRESS, "//")
    .replace(IN_QUERY, `$1${GONE}`)
    .replace(KEYS, GONE);
}
