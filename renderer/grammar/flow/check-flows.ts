import type { Problem } from '../../plan/problem.ts';
import { isJson, type Json } from '../json.ts';
import type { ParsedDocument } from '../parse.ts';
import { valueAt } from '../pointer.ts';
import { problemAt } from '../problems.ts';
import type { Flow } from '../type.ts';
import type { World } from '../world.ts';
import { destinationOfText, mayBeAddress } from './addresses.ts';
import type { FlowFacts, Written } from './facts.ts';
import { type Decider, memberOf, nameOf, readOfWritten } from './flow.ts';
import { BRIDGE, ownerOf } from './names.ts';

/** A private value that reaches an address. */
interface Arrival {
  /** `session.sessionId` */
  readonly from: string;
  /** The last call of a native method that received the value. */
  readonly given?: Written;
}

/**
 * Reports private values that become part of an address of another origin, a mail or phone address, or an
 * address passed to a native method. Also reports lenient members of replies that are read where a value must
 * be certain. Follows values through everything that is written in the project.
 *
 * @param isWhole Whether all documents were parsed. Only then are unused exceptions reported.
 */
export function checkFlows(world: World, facts: readonly FlowFacts[], isWhole: boolean): Problem[] {
  const reach = new Reach(facts);
  const exceptions = readExceptions(world);
  const problems: Problem[] = [];
  const report = (document: ParsedDocument, pointer: string, to: string, arrivals: readonly Arrival[]) => {
    for (const { from, given } of arrivals) {
      const at = given ?? { document, pointer };
      const sink = `${sinkOf(at.document, at.pointer)}${to === '' ? '' : ` ${to}`}`;
      const exception = exceptions.find((one) => one.from === from && one.to === sink);
      if (exception !== undefined) exception.isUsed = true;
      else problems.push(describe(at.document, at.pointer, from, sink));
    }
  };
  for (const { addresses, taken } of facts) {
    for (const { document, pointer, address } of addresses) {
      report(document, pointer, address.to, reach.arrivals(address.parts));
    }
    for (const { document, pointer, flow } of taken) {
      for (const { begin, parts } of reach.texts(flow)) {
        if (mayBeAddress(begin)) report(document, pointer, destinationOfText(begin), reach.arrivals(parts));
      }
    }
  }
  for (const { deciding } of facts) {
    for (const { document, pointer, decider } of deciding) {
      for (const name of reach.lenient(decider)) {
        problems.push(
          problemAt(
            document.place(pointer),
            'flow/misfit-decides',
            `This decides by "${name}", which is absent if the service sends an invalid value: its contract says "bad": "absent".`,
            'take "absent" out of the "bad" of the contract, or do not read it here',
          ),
        );
      }
    }
  }
  const document = world.app?.document;
  if (!isWhole || document === undefined) return problems;
  const unused = exceptions
    .filter(({ isUsed }) => !isUsed)
    .map(({ from, to, pointer }) =>
      problemAt(
        document.place(pointer),
        'flow/unused-exception',
        `No value of "${from}" reaches "${to}".`,
        'delete the exception',
      ),
    );
  return [...problems, ...unused];
}

function describe(document: ParsedDocument, pointer: string, from: string, to: string): Problem {
  return problemAt(
    document.place(pointer),
    'flow/private-address',
    `"${from}" becomes part of an external address: "${to}".`,
    `leave it out; use a whole Url of the reply; or, if it is necessary, allow ${JSON.stringify({ from, to })} with a reason under "flows" of app.json`,
  );
}

interface Exception {
  readonly from: string;
  readonly to: string;
  readonly pointer: string;
  isUsed: boolean;
}

function readExceptions({ app }: World): Exception[] {
  const raw = app?.value?.['flows'];
  if (!Array.isArray(raw)) return [];
  return raw.flatMap((one: unknown, index) => {
    if (!isJson(one) || typeof one['from'] !== 'string' || typeof one['to'] !== 'string') return [];
    return { from: one['from'], to: one['to'], pointer: `/flows/${index}`, isUsed: false };
  });
}

/** The name of a location, from document and property: `order image.src`. */
function sinkOf(document: ParsedDocument, pointer: string): string {
  const names = pointer.split('/').slice(1);
  let kind: string | undefined;
  let from = names.length;
  while (from > 0 && kind === undefined) {
    from -= 1;
    kind = kindOf(valueAt(document.value, joinPointers(names.slice(0, from))));
  }
  // Indexes are not part of the name.
  const path = names.slice(from).filter((name) => !/^[0-9]+$/.test(name) && name !== 'choose');
  return `${ownerOf(document.file)} ${[kind ?? 'document', ...path].join('.')}`;
}

function joinPointers(names: readonly string[]): string {
  return names.reduce((before, name) => `${before}/${name}`, '');
}

/** `image`, `leave`, `native:openPage`. */
function kindOf(value: unknown): string | undefined {
  if (!isJson(value)) return undefined;
  const { type, do: action, method }: Json = value;
  if (typeof action === 'string') return typeof method === 'string' ? `${action}:${method}` : action;
  return typeof type === 'string' ? type : undefined;
}

/** Follows values back to their origins. */
class Reach {
  readonly #written = new Map<string, (readonly Written[])[]>();

  constructor(facts: readonly FlowFacts[]) {
    for (const { written } of facts) {
      for (const [name, list] of written) {
        const known = this.#written.get(name);
        if (known === undefined) this.#written.set(name, [list]);
        else known.push(list);
      }
    }
  }

  /** Private values in these values, once per native call that they were passed to. */
  arrivals(flows: readonly Flow[]): Arrival[] {
    const found = new Map<string, Arrival>();
    const seen = new Set<string>();
    const visited = new Map<Written | undefined, Set<Flow>>();
    const visit = (flow: Flow, given: Written | undefined): void => {
      // Items of a list can contain the same value many times.
      const before = visited.get(given) ?? new Set();
      if (before.has(flow)) return;
      visited.set(given, before.add(flow));
      if (flow.kind === 'made') for (const part of flow.parts) visit(part, given);
      if (flow.kind === 'read') {
        if (flow.isPublic) return;
        const from = nameOf(flow);
        const by = given === undefined ? '' : `${given.document.file}#${given.pointer}`;
        if (flow.of.isSource) found.set(`${from} ${by}`, { from, ...(given && { given }) });
        for (const [value, written] of this.#writtenTo(flow, by, seen)) {
          visit(value, written.writtenAs.startsWith(BRIDGE) ? written : given);
        }
      } else for (const part of insideOf(flow)) visit(part, given);
    };
    for (const flow of flows) visit(flow, undefined);
    return [...found.values()];
  }

  /** Names of lenient reply members among these values. */
  lenient({ flow, isOutside }: Decider): ReadonlySet<string> {
    const found = new Set<string>();
    const seen = new Set<string>();
    const visit = (one: Flow): void => {
      if (one.kind === 'made') for (const part of one.parts) visit(part);
      else if (one.kind === 'read') {
        if (one.isLenient) found.add(nameOf(one));
        else if (!isOutside) for (const inner of insideOfRead(one)) visit(inner);
        for (const [value] of this.#writtenTo(one, '', seen)) visit(value);
      } else for (const part of insideOf(one)) visit(part);
    };
    visit(flow);
    return found;
  }

  /** Composed texts that arrive at this value unchanged. */
  texts(flow: Flow): Extract<Flow, { kind: 'made' }>[] {
    const found = new Set<Extract<Flow, { kind: 'made' }>>();
    const seen = new Set<string>();
    const visited = new Set<Flow>();
    const visit = (one: Flow): void => {
      if (visited.has(one)) return;
      visited.add(one);
      if (one.kind === 'made') found.add(one);
      else if (one.kind === 'read') for (const [value] of this.#writtenTo(one, '', seen)) visit(value);
      else for (const part of insideOf(one)) visit(part);
    };
    visit(flow);
    return [...found];
  }

  #writtenTo(flow: Extract<Flow, { kind: 'read' }>, by: string, seen: Set<string>): [Flow, Written][] {
    const { writtenAs } = flow.of;
    if (writtenAs === undefined) return [];
    const key = `${writtenAs} ${flow.path.join('.')} ${by}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return (this.#written.get(writtenAs) ?? []).flat().flatMap((written) => {
      const value = readOfWritten(written.path, written.flow, flow.path);
      return value === undefined ? [] : [[value, written] satisfies [Flow, Written]];
    });
  }
}

/** The values in a value that was read, as far as its type is known. */
function insideOfRead(flow: Extract<Flow, { kind: 'read' }>): readonly Flow[] {
  const { type } = flow;
  if (type?.kind === 'list' || type?.kind === 'map') return [memberOf(flow, '')];
  if (type?.kind !== 'record') return [];
  return [...type.members.keys()].map((name) => memberOf(flow, name));
}

/** Values in a value that is not composed. */
function insideOf(flow: Flow): readonly Flow[] {
  switch (flow.kind) {
    case 'either':
      return flow.flows;
    case 'record':
      return [...flow.members.values()];
    case 'list':
      return flow.items;
    default:
      return [];
  }
}
