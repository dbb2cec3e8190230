import { parseExpression } from '#renderer/grammar/expression/syntax.ts';
import type { ValueTitles } from '#renderer/grammar/expression/sentence.ts';
import { isJson } from '#renderer/grammar/json.ts';
import { parseFile } from '#renderer/grammar/parse.ts';
import { readingsOf } from '#renderer/grammar/project.ts';
import { scopeNear } from '#renderer/grammar/scope-at.ts';
import { sinceOfFunction } from '#renderer/grammar/since.ts';
import type { Type, TypeContext } from '#renderer/grammar/type.ts';
import type { SourceFile } from '#renderer/grammar/world.ts';
import { wordsOf } from '../properties/describe.ts';
import type { Kind } from './relations.ts';
import { readSubject } from './subject.ts';

/** A value that a condition can look at. */
export interface OfferedSubject {
  /** Expression, such as `data.order.orderStatus` or `size(data.order.items)`. */
  readonly what: string;
  /** Its name in words; different from all others. */
  readonly label: string;
  readonly kind: Kind;
  readonly isOptional: boolean;
  readonly isList: boolean;
  /** Known values of a text, and of the items of a list of texts. */
  readonly known: readonly string[];
}

/** Roots by priority, with words for what they hold. */
const ROOTS: { readonly [root: string]: string } = {
  values: 'named value',
  params: 'from the link',
  session: 'from the session',
  data: 'from the service',
  state: 'of this screen',
  kept: 'stored on the phone',
  device: 'of the phone',
  config: 'setting',
};
/** Where the values of a root come from: “from the link”; undefined for a name of the document. */
export function sayOrigin(root: string): string | undefined {
  return Object.hasOwn(ROOTS, root) ? ROOTS[root] : undefined;
}

/** Roots that are no names of the document. */
const OTHERS: ReadonlySet<string> = new Set([...Object.keys(ROOTS), 'entry', 'timer', 'pages']);
const DEEPEST = 4;
const MOST = 600;

/**
 * The names and types at a pointer of a document.
 *
 * @param pointer - Of what has the condition. Without it, only what every condition of the document can read.
 */
export function scopeOf(
  files: readonly SourceFile[],
  file: string,
  pointer?: string,
): TypeContext | undefined {
  const { readings } = readingsOf(files, file);
  return (pointer === undefined ? undefined : scopeNear(readings, pointer)) ?? readings[0]?.scope;
}

/** All values that conditions can look at in a scope. */
export function listSubjects(
  scope: TypeContext | undefined,
  titles: ValueTitles = new Map(),
  isNear = false,
): readonly OfferedSubject[] {
  if (scope === undefined) return [];
  const names = new Set(scope.names());
  // Names of results and items are the nearest, so they are offered first.
  const own = isNear ? [...names].filter((name) => !OTHERS.has(name)) : [];
  const found = [...own, ...Object.keys(ROOTS).filter((root) => names.has(root))]
    .flatMap((root) => {
      const rooted = scope.root(root);
      return rooted === undefined ? [] : [...subjectsIn(rooted.type, root, rooted.absent, 0)];
    })
    .slice(0, MOST)
    .map((one) => ({ ...one, label: capital(nameSubject(one.what, titles)) }));
  return tellApart([...found, TODAY]);
}

/** Where a condition is, and the titles of named values. */
interface SubjectPlace {
  readonly files: readonly SourceFile[];
  readonly file: string;
  readonly pointer?: string | undefined;
  readonly titles: ValueTitles;
}

/** All values that a condition can look at, in the grammar of its document. */
export function listSubjectsAt({ files, file, pointer, titles }: SubjectPlace): readonly OfferedSubject[] {
  const source = files.find(({ path }) => path === file);
  const document = source && parseFile(source).document?.value;
  const grammar = isJson(document) ? document['grammar'] : undefined;
  const isLater = typeof grammar === 'number' && grammar < sinceOfFunction('today');
  return listSubjects(scopeOf(files, file, pointer), titles, pointer !== undefined).filter(
    ({ what }) => what !== TODAY.what || !isLater,
  );
}

const TODAY: OfferedSubject = {
  what: 'today()',
  label: 'Today',
  kind: 'date',
  isOptional: false,
  isList: false,
  known: [],
};

type Found = Omit<OfferedSubject, 'label'>;

function* subjectsIn(type: Type, path: string, isOptional: boolean, depth: number): Iterable<Found> {
  if (type.kind === 'record') {
    if (depth > 0 && isOptional) yield { what: path, kind: 'other', isOptional, isList: false, known: [] };
    if (depth === DEEPEST) return;
    // A named value has its type only when it is asked for.
    for (const name of type.members.keys()) {
      const member = type.members.get(name);
      if (member !== undefined)
        yield* subjectsIn(member.type, `${path}.${name}`, isOptional || member.absent, depth + 1);
    }
    return;
  }
  if (depth === 0 && Object.hasOwn(ROOTS, path)) return;
  if (type.kind === 'text' && type.isWords === true) return;
  const item = type.kind === 'list' ? type.items : type;
  const known = item.kind === 'text' ? (item.known ?? []) : [];
  yield { what: path, kind: kindOf(type), isOptional, isList: type.kind === 'list', known };
  if (type.kind === 'list' || type.kind === 'map')
    yield { what: `size(${path})`, kind: 'number', isOptional, isList: false, known: [] };
  if (type.kind === 'date')
    yield { what: `daysUntil(${path})`, kind: 'number', isOptional, isList: false, known: [] };
}

function kindOf(type: Type): Kind {
  switch (type.kind) {
    case 'text':
    case 'boolean':
      return type.kind;
    case 'url':
      return 'text';
    case 'number':
    case 'integer':
      return 'number';
    case 'money':
      return 'money';
    case 'date':
      return 'date';
    case 'list':
      return ['text', 'number', 'integer'].includes(type.items.kind) ? 'list' : 'other';
    default:
      return 'other';
  }
}

/** Names that are the same say where the value is from. */
function tellApart(found: readonly OfferedSubject[]): readonly OfferedSubject[] {
  const count = (labels: readonly string[]): ReadonlyMap<string, number> => {
    const counts = new Map<string, number>();
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
    return counts;
  };
  const once = count(found.map(({ label }) => label));
  const told = found.map((one) => {
    const from = ROOTS[rootOf(one.what)];
    return once.get(one.label) === 1 || from === undefined ? one : { ...one, label: `${one.label}, ${from}` };
  });
  const again = count(told.map(({ label }) => label));
  return told.map((one) =>
    again.get(one.label) === 1 ? one : { ...one, label: `${one.label} (${one.what})` },
  );
}

function rootOf(what: string): string {
  return /[A-Za-z_]\w*(?=\.)/.exec(what)?.[0] ?? '';
}

/** Roots whose members need no other name around them. */
const BARE: ReadonlySet<string> = new Set(['params', 'values', 'data', 'state', 'session', 'kept', 'config']);

/** What a value is called: a title, or its names in words: “order status of order”. */
export function nameSubject(what: string, titles: ValueTitles): string {
  const { tree } = parseExpression(what);
  const subject = tree && readSubject(tree);
  if (subject === undefined) return what;
  if (subject.of === 'today') return 'today';
  const name = namePath(subject.path, titles);
  if (subject.of === 'size') return `number of ${name}`;
  return subject.of === 'days' ? `days until ${name}` : name;
}

function namePath(path: string, titles: ValueTitles): string {
  const names = path.split('.');
  const [root = '', first = ''] = names;
  const title = root === 'values' ? titles.get(first) : undefined;
  if (title !== undefined && names.length === 2) return title;
  const name = wordsOf(names.at(-1) ?? '').toLowerCase();
  const holder = names.at(-2);
  if (holder === undefined || (names.length === 2 && BARE.has(holder))) return name;
  return `${name} of ${holder === 'device' ? 'the phone' : wordsOf(holder).toLowerCase()}`;
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
