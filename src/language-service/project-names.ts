import { isJson } from '#renderer/grammar/json.ts';
import { joinPointer, splitPointer, valueAt } from '#renderer/grammar/pointer.ts';
import { BY_ENDPOINT, isFixtureKind } from './document-kinds.ts';
import { inputsFor } from './inputs.ts';
import type { Surroundings } from './surroundings.ts';

/** A member's name that a project gives, not the schema. */
export interface ProjectMember {
  readonly name: string;
  readonly detail: string;
  readonly isRequired: boolean;
  /** The beginning of its value. */
  readonly begin: string;
}

/**
 * The member names that a record takes from other documents: in `with`, the members of the request, or the parameters of
 * the screen, part, list or method; in fixtures, the endpoints.
 *
 * @param pointer - Of the record.
 */
export function projectMembers(
  kind: string,
  root: unknown,
  pointer: string,
  { world, file }: Surroundings,
): readonly ProjectMember[] {
  const names = splitPointer(pointer);
  if (isFixtureKind(kind)) {
    if (!BY_ENDPOINT.has(names.at(-1) ?? '')) return [];
    return world.contracts
      .names()
      .map((name) => ({ name, detail: 'endpoint', isRequired: false, begin: '' }));
  }
  if (names.at(-1) !== 'with') return [];
  const around = names.slice(0, -1).reduce(joinPointer, '');
  return inputsFor(around, root, world, file).map(({ symbol, type, isRequired }) => ({
    ...{ name: symbol.name, detail: type, isRequired },
    begin: '""',
  }));
}

/** The names that the text at a pointer of a fixture can be. */
export function fixtureNames(
  root: unknown,
  pointer: string,
  { world, fixtures }: Surroundings,
): readonly string[] {
  const [member = '', around = ''] = splitPointer(pointer).reverse();
  const inFolder = (folder: string): readonly string[] =>
    fixtures.flatMap((path) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1, -'.json'.length)] : [],
    );
  if (member === 'scenario' || around === 'anybody' || (member === 'like' && around === ''))
    return inFolder('fixtures/scenarios');
  if (around === 'opens' || member === 'screen') return [...world.screens.keys()];
  if (member === 'answer') return world.contracts.names();
  if (around === 'sets') return inFolder('fixtures/states/sets');
  const replies = member === 'like' ? around : member;
  const isReply = world.contracts.names().includes(replies) && !isJson(valueAt(root, pointer));
  return isReply ? inFolder(`fixtures/api/${replies}`) : [];
}
