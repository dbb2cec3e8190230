import type { Expression } from '../../plan/expression.ts';
import { constantOptions } from '../compile/field-values.ts';
import { isJson } from '../json.ts';
import { didYouMean } from '../nearest.ts';
import { joinPointer } from '../pointer.ts';
import type { Type } from '../type.ts';
import type { World } from '../world.ts';
import type { WrittenDocument } from './document.ts';
import { pathInForm } from './unused.ts';

/**
 * Warns about options that are sent in a request member or written to state, although the declaration of that
 * member or state does not list them.
 */
export function lintOptions(document: WrittenDocument, { contracts, screens, parts }: World): void {
  const { raw, kind, document: parsed } = document;
  const own = [...(kind === 'screen' ? screens : parts).values()].find((one) => one.document === parsed);
  for (const [name, declaration] of own?.state ?? []) {
    const type = declaration.declared?.type;
    if (type !== undefined) check(document, ['get', 'state', name], type);
  }
  const data = Object.entries(isJson(raw['data']) ? raw['data'] : {});
  const calls = [
    ...document.actions.map((action) => [action.raw, action.pointer] as const),
    ...data.map(([name, resource]) => [resource, joinPointer('/data', name)] as const),
  ];
  for (const [call, pointer] of calls) {
    const endpoint = isJson(call) ? call['endpoint'] : undefined;
    const contract = typeof endpoint === 'string' ? contracts.get(endpoint) : undefined;
    for (const [member, { type }] of contract?.request ?? []) {
      check(document, document.lowered(joinPointer(`${pointer}/with`, member)), type);
    }
  }
}

/** Finds the fields whose options a value can be. */
function check(document: WrittenDocument, value: Expression | undefined, type: Type): void {
  if (!Array.isArray(value)) return;
  if (value[0] === 'choose') {
    for (const [, chosen] of value.slice(1) as (readonly [Expression, Expression])[])
      check(document, chosen, type);
  } else if (value[0] === 'record') {
    const members = value[1] as { readonly [name: string]: Expression };
    for (const [name, member] of Object.entries(members)) {
      const wanted = type.kind === 'record' ? type.members.get(name)?.type : undefined;
      if (wanted !== undefined) check(document, member, wanted);
    }
  } else if (value[0] === 'get') {
    const known = type.kind === 'list' ? type.items : type;
    if (known.kind !== 'text' || known.known === undefined) return;
    checkOptions(document, (value.slice(1) as string[]).join('.'), known.known);
  }
}

function checkOptions(document: WrittenDocument, path: string, known: readonly string[]): void {
  for (const node of document.nodes) {
    const { raw, pointer } = node;
    if ((typeof raw['name'] === 'string' ? pathInForm(node) : raw['bind']) !== path) continue;
    for (const list of ['options', 'places']) {
      for (const option of constantOptions(raw[list]) ?? []) {
        if (typeof option.value !== 'string' || known.includes(option.value)) continue;
        document.report(
          'option/unlisted',
          `${pointer}/${list}${option.pointer}`,
          `The contract does not list "${option.value}": it lists ${known.map((one) => `"${one}"`).join(', ')}.`,
          'value',
          didYouMean(option.value, known) ??
            'write a value that the contract lists, or add this one to its "known"',
        );
      }
    }
  }
}
