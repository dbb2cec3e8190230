/** What `JSON.parse` gives is unknown until a schema has read it; the library's own type is `any`. */
interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown;
}

/** As `JSON.parse`: a body comes from elsewhere. */
interface Response {
  json(): Promise<unknown>;
}

interface Request {
  json(): Promise<unknown>;
}
