import { membersInTemplate, placesOfMember } from '#renderer/grammar/expression/member-places.ts';
import { type NamePlace, placesInTemplate, placesOfPath } from '#renderer/grammar/expression/path-places.ts';
import { type ParsedDocument, parseFile } from '#renderer/grammar/parse.ts';
import type { Place } from '#renderer/grammar/places.ts';
import { joinPointer, textsIn } from '#renderer/grammar/pointer.ts';
import { isBareExpression } from '#renderer/grammar/project.ts';
import type { NameUse } from '#renderer/grammar/rename.ts';
import type { Reading, SourceFile } from '#renderer/grammar/world.ts';
import type { DefinitionSymbol } from './definition-symbol.ts';
import { schemaKind } from './document-kinds.ts';
import { namesInOrigin } from './origins.ts';
import type { ProjectTexts } from './project-texts.ts';
import { openHere, symbolOf } from './symbols.ts';

/** Every place that uses a name, its declaration first, then by file and position. */
export function referencesTo(project: ProjectTexts, symbol: DefinitionSymbol): readonly Place[] {
  const places = usesOf(project, symbol).flatMap((use) => placeOf(project.files, use) ?? []);
  return [...new Map(places.map((place) => [`${place.file} ${place.line}:${place.column}`, place])).values()];
}

/** The same places, by pointers. */
export function usesOf(project: ProjectTexts, symbol: DefinitionSymbol): readonly NameUse[] {
  const found = project.files
    .filter(({ path, text }) => mayUse(symbol, path, text))
    .flatMap((file) => usesIn(file, project, symbol));
  const all = [symbol.declared, ...found];
  return [...new Map(all.map((use) => [`${use.file} ${use.pointer} ${use.part} ${use.at}`, use])).values()];
}

/** The place of a declaration; undefined if its file is gone. */
export function placeOf(files: readonly SourceFile[], declared: NameUse): Place | undefined {
  const file = files.find(({ path }) => path === declared.file);
  const { document } = file === undefined ? {} : parseFile(file);
  return document?.place(declared.pointer, declared.part, declared.at, declared.length);
}

function mayUse({ isLocal, declared, name }: DefinitionSymbol, path: string, text: string): boolean {
  if (schemaKind(path) === undefined) return false;
  return isLocal ? path === declared.file : text.includes(name);
}

function usesIn(file: SourceFile, project: ProjectTexts, symbol: DefinitionSymbol): readonly NameUse[] {
  const { document } = parseFile(file);
  const here = openHere(project, file.path);
  if (document === undefined || here === undefined) return [];
  // A place is a use if a person who asks there for the definition gets this symbol.
  const isUse = ({ pointer, part, at = 0 }: Candidate): boolean =>
    isSameSymbol(symbolOf(here, pointer, part, at), symbol);
  return [
    ...exactly(document, symbol.name),
    ...inExpressions(symbol, here.read.readings),
    ...inLikes(document, symbol),
  ]
    .filter(isUse)
    .map((candidate): NameUse => ({ file: file.path, ...candidate }));
}

function isSameSymbol(found: DefinitionSymbol | undefined, symbol: DefinitionSymbol): boolean {
  const [one, other] = [found?.declared, symbol.declared];
  return (
    one !== undefined &&
    one.file === other.file &&
    one.pointer === other.pointer &&
    one.part === other.part &&
    one.at === other.at
  );
}

/** A place where the name occurs; it may mean something else there. */
interface Candidate {
  readonly pointer: string;
  readonly part: 'key' | 'value';
  readonly at?: number;
  readonly length?: number;
}

/** Every member's name and every text that is exactly the name. */
function exactly({ value }: ParsedDocument, name: string): readonly Candidate[] {
  const found: Candidate[] = [];
  const visit = (of: unknown, pointer: string): void => {
    if (of === name) found.push({ pointer, part: 'value' });
    if (typeof of !== 'object' || of === null) return;
    for (const [member, inner] of Object.entries(of)) {
      const at = joinPointer(pointer, member);
      if (member === name && !Array.isArray(of)) found.push({ pointer: at, part: 'key' });
      visit(inner, at);
    }
  };
  visit(value, '');
  return found;
}

function inExpressions(symbol: DefinitionSymbol, readings: readonly Reading[]): readonly Candidate[] {
  return readings.flatMap((reading) =>
    [...textsIn(reading.raw, reading.pointer)].flatMap(([pointer, text]) =>
      text.includes(symbol.name)
        ? placesIn(symbol, reading, text, isBareExpression(reading, pointer)).map(
            ({ at, length }): Candidate => ({ pointer, part: 'value', at, length }),
          )
        : [],
    ),
  );
}

function placesIn(
  { name, path, kind }: DefinitionSymbol,
  { scope }: Reading,
  text: string,
  isBare: boolean,
): readonly NamePlace[] {
  const ofPath = (names: readonly string[]): readonly NamePlace[] =>
    isBare ? placesOfPath(text, names) : placesInTemplate(text, names);
  const ofMember = (): readonly NamePlace[] =>
    isBare ? placesOfMember(text, scope, name, () => true) : membersInTemplate(text, scope, name, () => true);
  if (kind === 'local') return ofPath([name]);
  if (kind === 'member') return ofMember();
  if (path === undefined) return [];
  const [first = '', ...names] = path;
  if (kind === 'field')
    return [...ofPath(path), ...ofPath([first, names[0] ?? '', 'changes', ...names.slice(1)]), ...ofMember()];
  return kind === 'data' ? [...ofPath(path), ...ofPath(['fetched', ...names])] : ofPath(path);
}

/** `"like": "<endpoint>#<path>"`, which borrows the type of a reply. */
function inLikes({ value }: ParsedDocument, { name }: DefinitionSymbol): readonly Candidate[] {
  return [...textsIn(value, '')].flatMap(([pointer, text]) =>
    pointer.endsWith('/like')
      ? namesInOrigin(text)
          .filter((one) => one.name === name)
          .map(({ at }): Candidate => ({ pointer, part: 'value', at, length: name.length }))
      : [],
  );
}
