import * as v from 'valibot';
import { entriesOf } from '#renderer/grammar/compile/catalogue.ts';
import { ownIds } from '#renderer/grammar/compile/names.ts';
import { isJson, type Json } from '#renderer/grammar/json.ts';
import { inspectCompiled } from '#renderer/grammar/lint/inspect.ts';
import { splitPointer, textsIn } from '#renderer/grammar/pointer.ts';
import { analyzeProject, type Project } from '#renderer/grammar/project.ts';
import type { Reading, SourceFile, World } from '#renderer/grammar/world.ts';
import type { Problem } from '#renderer/plan/problem.ts';

/**
 * A document with everything that its check depends on: complete screens that contain it, the names in other screens, and
 * the catalogue texts that they show. Checking the slice after a change of the document reports the same problems as
 * checking the whole project, but faster.
 */
export interface Slice {
  /** Screens that contain the document. */
  readonly screens: readonly string[];
  /** Checks the document with another text. */
  check(text: string): Checked;
}

interface Checked {
  readonly project: Project;
  /** Problems of the document before any change. */
  readonly found: readonly Problem[];
}

export function cutSlice(whole: Project, files: readonly SourceFile[], file: string): Slice {
  const { world } = whole;
  const screens = usersOf(world, file);
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const kept = new Set([file, ...screens.flatMap((id) => partsOf(world, world.screens.get(id)?.value))]);
  const stubs = [...world.screens.values()]
    .filter((screen) => !screens.includes(screen.name))
    .map((screen) => ({ path: screen.file, text: JSON.stringify(stubOf(screen.value ?? {})) }));
  const stubbed = new Map(stubs.map(({ path, text }) => [path, text]));
  const isLeftOut = (path: string): boolean => path.endsWith('.part.json') && !kept.has(path);
  const cut = files
    .filter(({ path }) => !isLeftOut(path))
    .map(({ path, text }) => ({ path, text: stubbed.get(path) ?? text }));
  const shown = analyzeProject(cut).shown ?? new Set();
  const trimmed = new Map(
    world.catalogues.map((catalogue) => [catalogue.file, trim(catalogue, shown)] as const),
  );
  const base = cut.map(({ path, text }) => ({ path, text: trimmed.get(path) ?? text }));

  // A catalogue text is still used if another screen shows it, too.
  const own = JSON.stringify(stubOf(world.screens.get(screens[0] ?? '')?.value ?? {}));
  const isScreen = file.endsWith('.screen.json');
  const isContract = file.endsWith('.endpoint.json');
  const others = isContract
    ? undefined
    : isScreen
      ? analyzeProject(files.map((one) => (one.path === file ? { path: file, text: own } : one))).shown
      : analyzeProject(files.map((one) => (one.path === file ? withoutBody(one) : one))).shown;
  const isStillShown = ({ code, file: of, pointer }: Problem): boolean => {
    const catalogue = world.catalogues.find((one) => one.file === of);
    if (code !== 'messages/unused' || catalogue === undefined || others === undefined) return false;
    return entriesOf(catalogue).some((entry) => entry.pointer === pointer && others.has(entry.id));
  };

  const inspect = (text: string): Checked => {
    const readings: Reading[] = [];
    const changed = base.map((one) => (one.path === file ? { path: file, text } : one));
    const project = analyzeProject(changed, readings);
    return { project, found: inspectCompiled(project, readings).problems };
  };
  const usual = count(inspect(texts.get(file) ?? '').found);
  return {
    screens,
    check(text) {
      const { project, found } = inspect(text);
      const seen = new Map<string, number>();
      const fresh = found.filter((problem) => {
        const key = keyOf(problem);
        seen.set(key, (seen.get(key) ?? 0) + 1);
        return (seen.get(key) ?? 0) > (usual.get(key) ?? 0) && !isStillShown(problem);
      });
      return { project, found: fresh };
    },
  };
}

/** Pointers move with a change, so they are not part of the key. */
function keyOf({ code, file, message }: Problem): string {
  return JSON.stringify([code, file, message]);
}

function count(problems: readonly Problem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const problem of problems) counts.set(keyOf(problem), (counts.get(keyOf(problem)) ?? 0) + 1);
  return counts;
}

/** The screen of this document, or all screens that use this part or this contract, directly or indirectly. */
function usersOf(world: World, file: string): readonly string[] {
  const endpoint = /([^/]+)\.endpoint\.json$/.exec(file)?.[1];
  if (endpoint !== undefined)
    return [...world.screens.values()]
      .filter(({ value }) => callsEndpoint(world, value, endpoint))
      .map(({ name }) => name)
      .sort();
  return [...world.screens.values()]
    .filter((screen) => screen.file === file || partsOf(world, screen.value).includes(file))
    .map(({ name }) => name)
    .sort();
}

/** Whether a screen or a part of it names an endpoint. */
function callsEndpoint(world: World, value: unknown, endpoint: string): boolean {
  const files = partsOf(world, value);
  const parts = [...world.parts.values()].filter(({ file }) => files.includes(file));
  return [value, ...parts.map((part) => part.value)].some((one) =>
    [...textsIn(one, '')].some(([, text]) => text === endpoint),
  );
}

/** Files of the parts that a value uses. */
function partsOf(world: World, value: unknown, found: Set<string> = new Set()): string[] {
  for (const name of namesIn(value, 'type', 'part', 'part')) {
    const part = world.parts.get(name);
    if (part === undefined || found.has(part.file)) continue;
    found.add(part.file);
    partsOf(world, part.value, found);
  }
  return [...found];
}

/** Values of `member` in all records whose member `mark` has the value `marked`. */
function* namesIn(value: unknown, mark: string, marked: string, member: string): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if (isJson(value) && value[mark] === marked && typeof value[member] === 'string') yield value[member];
  for (const inner of Object.values(value)) yield* namesIn(inner, mark, marked, member);
}

/** The parts of a screen that other documents can refer to: its name, parameters and nodes, and its targets. */
function stubOf(raw: Json): Json {
  const title = wordsOf(raw['title']);
  const ids = [...ownIds(raw)];
  const leads = [...new Set(namesIn(raw, 'do', 'go', 'to'))].map((to) => ({ do: 'go', to }));
  const kept = [
    '$schema',
    'grammar',
    'id',
    'routes',
    'params',
    'paramSets',
    'anchors',
    'public',
    'layout',
    'demo',
  ];
  return {
    ...Object.fromEntries(kept.filter((name) => raw[name] !== undefined).map((name) => [name, raw[name]])),
    title,
    body: [{ type: 'text', text: title }, ...ids.map((id) => ({ type: 'text', id, text: title }))],
    'x-leads': leads,
  };
}

/** The part with its parameters, but without its body. */
function withoutBody({ path, text }: SourceFile): SourceFile {
  const raw = v.parse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), text);
  const kept = ['$schema', 'grammar', 'id', 'params'].filter((name) => raw[name] !== undefined);
  return {
    path,
    text: JSON.stringify({
      ...Object.fromEntries(kept.map((name) => [name, raw[name]])),
      body: [{ type: 'text', text: 'Close' }],
    }),
  };
}

/** A text of the title without expressions: it needs no data, and the catalogues can translate it. */
function wordsOf(title: unknown): string {
  const texts = [...textsIn(title, '')].map(([, text]) => text);
  return texts.reverse().find((text) => !text.includes('${')) ?? 'Close';
}

/** The catalogue with only the shown texts. */
function trim(catalogue: World['catalogues'][number], shown: ReadonlySet<string>): string {
  const value = structuredClone(catalogue.value ?? {}) as { [name: string]: unknown };
  for (const { id, pointer } of entriesOf(catalogue)) {
    if (shown.has(id)) continue;
    const names = splitPointer(pointer);
    const last = names.pop() ?? '';
    const around = names.reduce<unknown>((one, name) => (isJson(one) ? one[name] : undefined), value);
    if (isJson(around)) Reflect.deleteProperty(around, last);
  }
  return JSON.stringify(value);
}
