import { randomOf } from '#src/server/registry/simulation.ts';
import { type BadDefinition, badWorld, namesIn, readBad } from '#tests/bad-definitions.ts';
import { isJson, type Json, parseFile } from '#tests/reply-members.ts';
import { SEED } from './settings.ts';

/* Definitions of `fixtures`, valid and invalid ones, with members removed, duplicated, renamed, or replaced by others. */

/** Maximum number of changes in one definition. */
const MOST_CHANGES = 3;

export interface Generated {
  readonly title: string;
  readonly fault: BadDefinition;
}

let random = randomOf(SEED);
const below = (count: number) => Math.floor(random() * count);
function pick<T>(from: readonly T[]): T {
  return from[below(from.length)] as T;
}

/** Definitions with text; invalid JSON is not changed. */
const seeds: readonly BadDefinition[] = [
  ...namesIn('bad').map((name) => readBad('bad', name)),
  ...namesIn('lint').map((name) => readBad('lint', name)),
  // Valid definitions, about as many as invalid ones.
  ...Array.from({ length: 40 }, () => badWorld.filter(({ path }) => path.endsWith('.json')))
    .flat()
    .map(({ path, text }) => ({ path, text, expected: '' })),
].filter(({ text }) => text !== undefined && text.length < 20_000);

function readJson(path: string, text: string): Json | undefined {
  try {
    return parseFile({ path, text });
  } catch {
    return undefined;
  }
}

/** Every value of the project, as a replacement. */
const values: readonly unknown[] = badWorld
  .filter(({ path }) => path.endsWith('.json'))
  .flatMap((file) => [...valuesIn(parseFile(file))])
  .concat([
    '',
    0,
    -1,
    2.5,
    true,
    null,
    [],
    {},
    '${state.none}',
    'text',
    'button',
    '1 +',
    'size(1)',
    'x'.repeat(65),
  ]);

function* valuesIn(value: unknown): Generator<unknown> {
  yield value;
  if (Array.isArray(value)) for (const item of value) yield* valuesIn(item);
  else if (isJson(value)) for (const member of Object.values(value)) yield* valuesIn(member);
}

/** Lists and records of a document, which can be changed. */
function holders(document: Json): (Json | unknown[])[] {
  return [...valuesIn(document)].filter(
    (value): value is Json | unknown[] => isJson(value) || Array.isArray(value),
  );
}

function changeOnce(document: Json): void {
  const holder = pick(holders(document));
  if (Array.isArray(holder)) {
    const at = below(holder.length + 1);
    const how = below(3);
    if (how === 0) holder.splice(at, 1);
    else holder.splice(at, how === 1 ? 0 : 1, structuredClone(pick(values)));
    return;
  }
  const name = pick(Object.keys(holder));
  const record = holder as { [name: string]: unknown };
  const how = below(5);
  if (how === 0 && name !== undefined) delete record[name];
  else if (how === 1 && name !== undefined) {
    record[`${name}x`] = record[name];
    delete record[name];
  } else if (how === 2)
    record[pick(['visible', 'id', 'text', 'body', 'on', 'reads'])] = structuredClone(pick(values));
  else if (name !== undefined) record[name] = structuredClone(pick(values));
}

function generate(number: number): Generated {
  const seed = pick(seeds);
  const document = seed.text === undefined ? undefined : readJson(seed.path, seed.text);
  const title = `${number}: ${seed.path}`;
  if (document === undefined) return { title, fault: seed };
  const changed = structuredClone(document);
  for (let change = below(MOST_CHANGES + 1); change > 0; change -= 1) changeOnce(changed);
  return { title, fault: { ...seed, text: JSON.stringify(changed, undefined, 2) } };
}

/** Generates this number of definitions; deterministic for a seed. */
export function* generateDefinitions(count: number, seed = SEED): Generator<Generated> {
  random = randomOf(seed);
  for (let number = 0; number < count; number += 1) yield generate(number);
}
