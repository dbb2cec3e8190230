/** The grammars of the stored clients, in order. */
export function listKept(): number[];

/** The files of a stored folder: path → bytes. */
export function readPacked(path: string): Map<string, Buffer>;

/** Writes the stored client of this grammar into a folder, as the build that it was made from. */
export function unpack(grammar: number, folder: string): void;
