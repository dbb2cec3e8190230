import type { Reading } from '../../plan/endings.ts';
import type { Scope } from '../../plan/expression.ts';
import type { AppPlan, OverlayPlan, Plan } from '../../plan/plan.ts';
import type { ActionCatalogue } from '../action.ts';
import type { DeviceFacts } from '../live.ts';
import type { Services } from '../services.ts';
import type { CallPort } from './calls.ts';
import type { DataPort } from './data.ts';
import type { FormsPort } from './forms.ts';
import type { IntentPort } from './intents.ts';
import type { NavigationPort } from './navigation.ts';
import type { NoticePort } from './notices.ts';
import type { OverlayPort } from './overlays.ts';
import type { RunnerPort } from './runner.ts';
import type { Store } from './store.ts';
import type { SurfacePort } from './surface.ts';
import type { TimerPort } from './timers.ts';
import type { TreePort } from './tree.ts';

export interface OpenOptions {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly services: Services;
  /** Decoded parameters of the address, including the carried ones. */
  readonly params: { readonly [name: string]: string };
  readonly session: { readonly [name: string]: string };
  readonly device: DeviceFacts;
  /** Identifies the history entry. The visit stored under it is restored. */
  readonly entry: string;
  /** Id of the node to scroll to. A stored scroll position takes precedence. */
  readonly at?: string;
  /**
   * The page already shows a server-rendered placeholder of the screen: there is no blank phase before the skeleton
   * and no minimum time for the skeleton.
   */
  readonly hasPlaceholder?: boolean;
  /** For rendering a placeholder: address and session values are pending, no list runs and no request is sent. */
  readonly isStill?: boolean;
  /** Hash of the plan's bytes. A visit stored for another plan is not restored. */
  readonly hash?: string;
  /**
   * Whether the page has this widget type. If a critical widget is missing, the screen is refused: no list runs and
   * no data is read.
   */
  readonly knowsWidget?: (type: string) => boolean;
  /** Actions of this engine: `renderer/actions/index.ts`. */
  readonly actions: ActionCatalogue;
  /** Creates the forms of a screen: `createForms` of `renderer/forms/core-forms.ts`, or of `edit-forms.ts` for plans with steps or editing. Both are separate chunks. */
  readonly createForms?: CreateForms | undefined;
  /** `rare-code.ts`, if the plan needs it (`uses.rare`). */
  readonly rare?:
    | (typeof import('../../plan/http-contract.ts') &
        Pick<typeof import('../pages.ts'), 'readPagesAgain'> & { start(engine: Engine): () => void })
    | undefined;
  /**
   * Fetches `createForms` for an overlay with a form. Without `createForms` and `fetchForms`, every form is
   * `unsupported`.
   */
  readonly fetchForms?: () => Promise<CreateForms>;
  /**
   * Fetches the widget code of an overlay before it opens, so that the overlay does not change its size afterwards.
   *
   * @returns undefined if all code is loaded. Never rejects: a missing widget loads when it is rendered.
   */
  readonly fetchWidgets?: (overlay: OverlayPlan) => Promise<void> | undefined;
}

export type CreateForms = (engine: Engine) => FormsPort;

export interface Engine {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly services: Services;
  readonly store: Store;
  readonly data: DataPort;
  readonly overlays: OverlayPort;
  readonly timers: TimerPort;
  readonly forms: FormsPort;
  /** Fetches the code of forms for an overlay; rejects with `network`. @returns undefined if it is loaded. */
  prepareForms(): Promise<void> | undefined;
  /** Fetches the code of an overlay's widgets; never rejects. @returns undefined if it is loaded. */
  fetchWidgets(overlay: OverlayPlan): Promise<void> | undefined;
  readonly notices: NoticePort;
  readonly navigation: NavigationPort;
  readonly runner: RunnerPort;
  readonly calls: CallPort;
  readonly intents: IntentPort;
  readonly surface: SurfacePort;
  readonly tree: TreePort;
  readonly actions: ActionCatalogue;
  /** The reading for a screen without data: when its history entry was created. */
  readonly opening: Reading;
  /** Hash of the visit. Stored values carry it, so that the next visitor cannot read them. */
  readonly owner: string;
  /** Scope of the whole screen; part and list scopes derive from it. */
  readonly scope: Scope;
  report(code: string, detail?: string, node?: string): void;
}
