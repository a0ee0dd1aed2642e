/** Any JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Keys keep the order in which they were put in. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** Puts a member into an object under construction; `__proto__` becomes an ordinary member like any other name. */
export function putMember(object: Record<string, Json>, key: string, value: Json): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
}
