/** The result of `JSON.parse` is unknown until a schema has parsed it; the type of TypeScript's library is `any`. */
interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown;
}

/** As for `JSON.parse`. */
interface Response {
  json(): Promise<unknown>;
}

interface Request {
  json(): Promise<unknown>;
}
