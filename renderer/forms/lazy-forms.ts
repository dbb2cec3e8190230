import type { Engine, FormsPort, MaybeLater } from '../live/ports.ts';
import { supplyPath } from '../live/tree-node.ts';
import type { Plan } from '../plan/plan.ts';

type Create = (engine: Engine) => FormsPort;

/** Of few screens: uploads, fields in records, and rules that ask a service. */
type Kind = 'usual' | 'all';

const RARE: ReadonlySet<string> = new Set(['photos', 'files', 'repeat', 'group', 'steps']);

const here = new Map<Kind, Create>();

/** What the kind of a plan's forms follows from. */
type Uses = { readonly uses: Pick<Plan['uses'], 'widgets' | 'remote'> };

function kindOf({ uses }: Uses): Kind {
  const isRare = uses.widgets.some((type) => RARE.has(type));
  return uses.remote === true || isRare ? 'all' : 'usual';
}

/** Fetches the code of a plan's forms, once; what could not be fetched is tried again at the next call. */
export async function fetchForms(plan: Uses): Promise<Create> {
  const kind = kindOf(plan);
  const { createForms } = await (kind === 'all' ? import('./all-forms.ts') : import('./forms.ts'));
  here.set(kind, createForms);
  return createForms;
}

type Judging = typeof import('./checks.ts');

let judging: Judging | undefined;

/** What judges forms, where it is here: it is needed when one is sent, not to draw it. */
export function judgingNow(): Judging | undefined {
  return judging;
}

/** Fetches it, once; what could not be fetched is tried again at the next call. */
export async function fetchJudging(): Promise<Judging> {
  judging ??= await import('./checks.ts');
  return judging;
}

/**
 * Forms whose code is fetched when a field is first read: few screens have a form, and every visitor
 * would pay for it. Until it is there fields are empty and writing waits; what was asked meanwhile is
 * computed again when it arrives.
 */
export function createLazyForms(engine: Engine): FormsPort {
  let port = here.get(kindOf(engine.plan))?.(engine);
  const asked = new Set<string>();
  const waiting: ((port: FormsPort) => void)[] = [];

  async function need(): Promise<FormsPort> {
    if (port === undefined) {
      const createForms = await fetchForms(engine.plan);
      port ??= createForms(engine);
      for (const act of waiting.splice(0)) act(port);
      engine.store.touch([...asked]);
      asked.clear();
    }
    return port;
  }
  function whenHere<T>(act: (port: FormsPort) => MaybeLater<T>): MaybeLater<T> {
    return port === undefined ? need().then(act) : act(port);
  }
  function soon(act: (port: FormsPort) => void): void {
    if (port !== undefined) act(port);
    else {
      waiting.push(act);
      fetchInTime();
    }
  }
  function fetchInTime(): void {
    need().catch(() => engine.report('form/unavailable'));
  }
  function ask(path: string): void {
    if (asked.size === 0) fetchInTime();
    asked.add(path);
  }

  return {
    submit: (...sent) => whenHere((forms) => forms.submit(...sent)),
    validate: (...meant) => whenHere((forms) => forms.validate(...meant)),
    reset: (form) => soon((forms) => forms.reset(form)),
    read(path) {
      if (port === undefined) ask(path.slice(0, 3).join('.'));
      return port?.read(path);
    },
    readSent: (path) => port?.readSent(path),
    field(form, name) {
      if (port === undefined) ask(`form.${form}.${name}`);
      return port?.field(form, name) ?? { value: undefined, isRequired: false };
    },
    write: (...written) => soon((forms) => forms.write(...written)),
    blame: (...blamed) => soon((forms) => forms.blame(...blamed)),
    makeSupply(plan, owner) {
      if (port === undefined) ask(supplyPath(owner.around.form ?? ''));
      return port?.makeSupply(plan, owner);
    },
    supply: (...supplied) => soon((forms) => forms.supply(...supplied)),
    news: (form) => port?.news(form) ?? {},
    follow: (run) => port?.follow(run),
    rest: (...waiting) => port?.rest(...waiting),
    save: () => port?.save(),
  };
}
