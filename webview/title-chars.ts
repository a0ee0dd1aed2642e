/** UTF-16 units of a session's name, as the host takes it: the protocol's own number would bring its checks along. */
export const TITLE_CHARS = 200;
