/** The grammars of the readers that are kept, in order. */
export function listKept(): number[];

/** A kept folder's files: path → bytes. */
export function readPacked(path: string): Map<string, Buffer>;

/** Lays a kept reader out as the build that it was. */
export function unpack(grammar: number, folder: string): void;
