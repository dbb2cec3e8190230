import { isJson, type Json } from '#renderer/grammar/json.ts';
import { joinPointer, valueAt } from '#renderer/grammar/pointer.ts';
import type { World } from '#renderer/grammar/world.ts';
import type { DefinitionSymbol, SymbolKind } from './definition-symbol.ts';

/** A name that the `with` of a record can have. */
export interface Input {
  readonly symbol: DefinitionSymbol;
  readonly isRequired: boolean;
  /** `string`, `array`, …; empty if its declaration has no type. */
  readonly type: string;
}

/** What the `with` of the record at a pointer can have: members of a request, parameters of a screen, a part, a list or a method. */
export function inputsFor(pointer: string, root: unknown, world: World, file: string): readonly Input[] {
  const record = valueAt(root, pointer);
  if (!isJson(record)) return [];
  return sourcesOf(pointer, record, root, world, file).flatMap(
    ({ file: of, root: from, at, kind, first }) => {
      const declarations = valueAt(from, at);
      if (!isJson(declarations)) return [];
      return Object.entries(declarations).flatMap(([name, declaration]): Input[] => {
        const raw = isJson(declaration) ? declaration : {};
        // It is declared in `carried` of app.json, which is the last source.
        if (raw['carried'] === true) return [];
        const symbol: DefinitionSymbol = {
          ...{ kind, name, path: [first, name], isLocal: false },
          declared: { file: of, pointer: joinPointer(at, name), part: 'key' },
        };
        const isRequired = raw['required'] === true || isRequiredOf(from, at, name);
        return [{ symbol, isRequired, type: typeof raw['type'] === 'string' ? raw['type'] : '' }];
      });
    },
  );
}

/** Where the inputs of a record are declared. */
interface Source {
  readonly file: string;
  readonly root: unknown;
  /** Pointer of the declarations. */
  readonly at: string;
  readonly kind: SymbolKind;
  /** First name of the path by which expressions read them. */
  readonly first: string;
}

function sourcesOf(
  pointer: string,
  record: Json,
  root: unknown,
  { screens, parts, contracts, app }: World,
  file: string,
): readonly Source[] {
  const { do: action, to, part, method, list } = record;
  const endpoint = pointer.endsWith('/critical') ? record['ask'] : record['endpoint'];
  if (typeof endpoint === 'string') {
    const contract = contracts.get(endpoint);
    if (contract === undefined) return [];
    const at = '/request/properties';
    return [{ file: contract.document.file, root: contract.raw, at, kind: 'request', first: 'request' }];
  }
  if (action === 'go' && typeof to === 'string') {
    const screen = screens.get(to);
    if (screen === undefined) return [];
    const params = { kind: 'param', first: 'params' } as const;
    const sets = Array.isArray(screen.value?.['paramSets']) ? screen.value['paramSets'] : [];
    return [
      { file: screen.file, root: screen.value, at: '/params', ...params },
      ...sets.flatMap((set): Source[] =>
        app === undefined || typeof set !== 'string'
          ? []
          : [{ file: app.file, root: app.value, at: joinPointer('/paramSets', set), ...params }],
      ),
      ...(app === undefined ? [] : [{ file: app.file, root: app.value, at: '/carried', ...params }]),
    ];
  }
  if (typeof part === 'string') {
    const found = parts.get(part);
    return found
      ? [{ file: found.file, root: found.value, at: '/params', kind: 'param', first: 'params' }]
      : [];
  }
  if (action === 'native' && typeof method === 'string' && app !== undefined)
    return [
      {
        file: app.file,
        root: app.value,
        at: `${joinPointer('/bridge', method)}/params`,
        kind: 'method',
        first: 'params',
      },
    ];
  if (action === 'run' && typeof list === 'string') {
    const at = `${joinPointer('/lists', list)}/inputs`;
    const isOwn = valueAt(root, joinPointer('/lists', list)) !== undefined;
    if (isOwn) return [{ file, root, at, kind: 'input', first: 'inputs' }];
    return app === undefined ? [] : [{ file: app.file, root: app.value, at, kind: 'input', first: 'inputs' }];
  }
  return [];
}

/** Contracts list required members beside `properties`. */
function isRequiredOf(root: unknown, at: string, name: string): boolean {
  if (!at.endsWith('/properties')) return false;
  const required = valueAt(root, `${at.slice(0, -'/properties'.length)}/required`);
  return Array.isArray(required) && required.includes(name);
}
