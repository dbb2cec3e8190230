import { readCsv } from '#renderer/grammar/csv.ts';

/** A place as the page gets it; see the contracts `places` and `cities`. */
interface FoundPlace {
  readonly code: string;
  readonly name: string;
  readonly value?: string;
  readonly within?: string;
  readonly hasPlaces: boolean;
}

/** The most detailed level of places that a field selects; lower levels are left out. */
export type Deepest = 'city' | 'barangay';

export interface Places {
  /** Number of places. */
  readonly size: number;
  /** The places directly in a place; without `parent`, the outermost ones. */
  inside(parent: string | undefined, deepest: Deepest): readonly FoundPlace[];
  /** The places whose names contain every word, best match first, at most `MOST_FOUND`. */
  find(words: string, parent: string | undefined, deepest: Deepest): readonly FoundPlace[];
}

interface Known {
  readonly code: string;
  readonly name: string;
  readonly rank: number;
  /** The place that contains it. */
  readonly parent: Known | undefined;
  readonly children: Known[];
  /** Without diacritics and in lower case, for searches. */
  readonly words: string;
}

/** By `Geographic Level` of the code's publication; 0 is the outermost. Other levels count as cities. */
const RANKS: { readonly [level: string]: number } = { Reg: 0, Prov: 1, Dist: 1, City: 2, Mun: 2, Bgy: 3 };
const DEEPEST: { readonly [deepest in Deepest]: number } = { city: 2, barangay: 3 };
const OUTERMOST_PICKED = 2;
const COLUMNS = ['10-digit PSGC', 'Name', 'Geographic Level'] as const;
/** Maximum number of results: a more exact search finds fewer. */
const MOST_FOUND = 50;
/** Lengths of the code's prefixes: city or municipality, province, region. */
const PARTS = [7, 5, 2];

/**
 * Reads a list in the columns of the Philippine Standard Geographic Code's publication: ten digits (two for
 * the region, three for the province, two for the city or municipality, three for the barangay), name and
 * level. Lines that begin with # are ignored.
 * @throws Error with the number of the first invalid line.
 */
export function readPlaces(text: string): Places {
  if (text === '') return readPlaces(COLUMNS.join(','));
  const rows = readCsv(text.replace(/^#.*\r?\n/gm, ''));
  const header = rows[0]?.cells ?? [];
  const [codeAt = -1, nameAt = -1, levelAt = -1] = COLUMNS.map((column) => header.indexOf(column));
  if (codeAt < 0 || nameAt < 0 || levelAt < 0) {
    throw new Error(`A list of places has the columns ${COLUMNS.join(', ')}.`);
  }
  const read = rows.slice(1).map(({ cells, line }) => {
    // Spreadsheets remove a leading zero.
    const code = (cells[codeAt] ?? '').padStart(10, '0');
    const name = (cells[nameAt] ?? '').trim();
    if (!/^\d{10}$/.test(code) || name === '')
      throw new Error(`Line ${line} of the places is not a valid place.`);
    return { code, name, rank: RANKS[cells[levelAt] ?? ''] ?? OUTERMOST_PICKED };
  });
  const known = new Map<string, Known>();
  // A containing place has the smaller code.
  for (const { code, name, rank } of read.sort((a, b) => (a.code < b.code ? -1 : 1))) {
    const parent = parentOf(code, known);
    const words = fold(`${name} ${parent?.name ?? ''}`);
    const place: Known = { code, name, rank, parent, children: [], words };
    known.set(code, place);
    parent?.children.push(place);
  }
  const all = [...known.values()];
  const names = countNames(all);

  /** The value for a field: a name that is unique, if necessary with the containing place. */
  function valueOf({ rank, name, parent }: Known): string | undefined {
    if (rank < OUTERMOST_PICKED) return undefined;
    return names.get(name) === 1 || parent === undefined ? name : `${name}, ${parent.name}`;
  }

  function show(place: Known, deepest: Deepest, isFound: boolean): FoundPlace {
    const { code, name, parent, children } = place;
    const value = valueOf(place);
    const hasPlaces = children.some(({ rank }) => rank <= DEEPEST[deepest]);
    return {
      code,
      name,
      hasPlaces,
      ...(value !== undefined && { value }),
      ...(isFound && parent !== undefined && { within: pathOf(parent) }),
    };
  }

  return {
    size: all.length,
    inside(parent, deepest) {
      const places =
        parent === undefined
          ? all.filter((place) => place.parent === undefined)
          : known.get(parent)?.children;
      return (places ?? [])
        .filter(({ rank }) => rank <= DEEPEST[deepest])
        .sort((a, b) => a.name.localeCompare(b.name, 'en'))
        .map((place) => show(place, deepest, false));
    },
    find(words, parent, deepest) {
      const sought = fold(words).split(' ').filter(Boolean);
      const root = parent === undefined ? undefined : known.get(parent);
      const found = all.filter(
        (place) =>
          place.rank <= DEEPEST[deepest] &&
          (root === undefined || isWithin(place, root)) &&
          sought.every((word) => place.words.includes(word)),
      );
      return found
        .map((place) => ({ place, order: orderOf(place, sought[0] ?? '') }))
        .sort((a, b) => a.order - b.order || a.place.name.localeCompare(b.place.name, 'en'))
        .slice(0, MOST_FOUND)
        .map(({ place }) => show(place, deepest, true));
    },
  };
}

/** The nearest containing place in the list: some cities are in no province. */
function parentOf(code: string, known: ReadonlyMap<string, Known>): Known | undefined {
  for (const digits of PARTS) {
    const above = code.slice(0, digits).padEnd(10, '0');
    const parent = above === code ? undefined : known.get(above);
    if (parent !== undefined) return parent;
  }
  return undefined;
}

function isWithin(place: Known, root: Known): boolean {
  for (let at = place.parent; at !== undefined; at = at.parent) if (at === root) return true;
  return false;
}

/** Order of results: matches in the name first, then by rank. */
function orderOf({ name, rank }: Known, word: string): number {
  const own = fold(name);
  return (own.startsWith(word) ? 0 : own.includes(word) ? 10 : 20) + rank;
}

function pathOf(place: Known): string {
  return place.parent === undefined ? place.name : `${place.name}, ${pathOf(place.parent)}`;
}

function countNames(all: readonly Known[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();
}
