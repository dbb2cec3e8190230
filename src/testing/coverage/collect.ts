import { actions as catalogue } from '#renderer/actions/index.ts';
import { type HttpFailure, type HttpReply, type LiveScreen } from '#renderer/index.ts';
import type { ActionDefinition } from '#renderer/runtime/action.ts';
import { findContract } from '#src/shared/contract-path.ts';
import { addFunction } from '#renderer/plan/functions.ts';
import type { ActionPlan, Plan } from '#renderer/plan/plan.ts';
import { readHttpReply } from '#renderer/plan/http-contract.ts';
import { nodesIn } from '../drawn.ts';
import type { Watch } from '../play-script.ts';
import type { TestProject } from '../project.ts';
import { instrument, type Instrumented } from './instrument.ts';
import { NamedListPlaces } from './named-list-places.ts';
import { SEEN } from './points.ts';

/** A project with instrumented plans, and its collected hits. */
export interface Collector {
  readonly project: TestProject;
  readonly watch: Watch;
  /** `<point> <result>`, and `<screen> <endpoint> <outcome>` for calls. */
  readonly hits: ReadonlySet<string>;
  /** Removes all hits. */
  forget(): void;
}

/** The possible ends of a call. */
export const CALL_ENDS = ['success', 'business', 'invalid-reply', 'network', 'timeout'] as const;

/** Instruments every screen, as it is written: a plan for pages does not have all places. */
export function instrumentAll({
  compiled,
  files,
}: Pick<TestProject, 'compiled' | 'files'>): ReadonlyMap<string, Instrumented> {
  const lists = new NamedListPlaces(files);
  return new Map(
    Object.entries(compiled.screens).map(([id, { written, origins }]) => [
      id,
      instrument(written, origins, lists),
    ]),
  );
}

/** Call it once for each thread: the evaluator's table and the catalogue of actions are global to the thread. */
export function createCollector(project: TestProject): Collector {
  const hits = new Set<string>();
  const screens = instrumentAll(project);
  const ids = new Map<ActionPlan, string>([...screens.values()].flatMap(({ actions }) => [...actions]));
  addFunction(SEEN, ([id, value]) => {
    if (typeof value === 'boolean' || value === undefined) hits.add(`${String(id)} ${value === true}`);
    return value;
  });
  watchActions((action, end) => {
    const id = ids.get(action);
    if (id !== undefined) hits.add(`${id} ${end}`);
  });
  let live: LiveScreen | undefined;
  return {
    hits,
    forget: () => hits.clear(),
    project: { ...project, release: withPlans(project, screens) },
    watch: {
      onOpen(opened) {
        live = opened;
      },
      onShown() {
        if (live === undefined) return;
        const nodes = screens.get(live.plan.id)?.nodes;
        const overlays = live.surface.snapshot().overlays.map(({ node }) => node);
        for (const node of nodesIn([...live.body, ...live.bar, ...overlays])) {
          const id = nodes?.get(node.plan.id);
          if (id !== undefined && node.snapshot().visible) hits.add(`${id} drawn`);
        }
      },
      onReply({ method, url }, reply) {
        if (live === undefined) return;
        const [path = ''] = url.split('?');
        const contract = findContract(project.contracts, method, path);
        const end = contract && endOf(live.plan, contract.name, reply);
        if (end !== undefined) hits.add(`${live.plan.id} ${contract?.name} ${end}`);
      },
    },
  };
}

function endOf(plan: Plan, name: string, reply: HttpReply | HttpFailure): string | undefined {
  if ('kind' in reply) return reply.kind;
  const endpoint = plan.endpoints[name];
  if (endpoint === undefined) return undefined;
  const read = readHttpReply(endpoint, reply.status, reply.body);
  return read.ok ? 'success' : read.error.kind;
}

function withPlans(
  { release }: TestProject,
  screens: ReadonlyMap<string, Instrumented>,
): TestProject['release'] {
  const plans = new Map(
    [...release.plans].map(([name, plan]) => [
      name,
      { ...plan, ...pick(screens.get(plan.id)?.plan ?? plan) },
    ]),
  );
  return { ...release, plans };
}

/** The members that instrumentation changes. */
function pick({ title, documentTitle, data, on, body, bar, overlays }: Plan): Partial<Plan> {
  return { title, ...(documentTitle !== undefined && { documentTitle }), data, on, body, bar, overlays };
}

/** What an action reports. An action that never ends reports only `begun`. */
type End = 'begun' | 'done' | 'failed';

/**
 * Actions that count as done when they begin. `open` ends only with its overlay, whose actions have their own
 * points; `stop` with a text throws.
 */
const BEGINNING: ReadonlySet<string> = new Set(['open', 'stop']);

/** Wraps every action of the catalogue, which all pages of a test share. */
function watchActions(tell: (action: ActionPlan, end: End) => void): void {
  const all = catalogue as { [name: string]: ActionDefinition };
  for (const [name, definition] of Object.entries(all)) {
    all[name] = {
      ...definition,
      run(context) {
        tell(context.plan, 'begun');
        if (BEGINNING.has(name)) tell(context.plan, 'done');
        try {
          const result = definition.run(context);
          if (!(result instanceof Promise)) {
            tell(context.plan, 'done');
            return result;
          }
          return result.then(
            (value) => {
              tell(context.plan, 'done');
              return value;
            },
            (thrown: unknown) => {
              tell(context.plan, 'failed');
              throw thrown;
            },
          );
        } catch (thrown) {
          tell(context.plan, 'failed');
          throw thrown;
        }
      },
    };
  }
}
