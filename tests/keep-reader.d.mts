/** The grammars of the stored clients, in order. */
export function listKept(): number[];

/** The files of a stored folder: path → bytes. */
export function readPacked(path: string): Map<string, Buffer>;

/** Writes the stored client of this grammar into a folder, as the build that it was made from. */
export function unpack(grammar: number, folder: string): void;

/** The file with the list of what the last grammar that is out has. */
export const RELEASED: string;
/** All members and words of the grammar's schemas and its functions, each with the number of its grammar. */
export function listPieces(): ReadonlyMap<string, number>;
