import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { Problem } from '#renderer/plan/problem.ts';
import type { Contract } from '#src/shared/contract.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';

/* What the server of the gallery answers to its pages. Both are of one package and one version. */

export const GALLERY_ADDRESS = '/capiz/api/gallery';
export const EXAMPLE_ADDRESS = '/capiz/api/example';
export const STATE_ADDRESS = '/capiz/api/state';
export const FRAME_ADDRESS = '/capiz/frame';

/** Sent to the pages over Vite's connection when the definitions, fixtures or schemas changed. */
export const CHANGED = 'capiz:changed';

/** A node as it is written in a definition. */
export interface WrittenNode {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The project, as the pages list it. */
export interface GalleryContents {
  /** Of app.json. */
  readonly name: string;
  readonly languages: { readonly default: string; readonly list: readonly string[] };
  /** capiz.config.mjs; undefined if the project has none. */
  readonly config?: string;
  /** Why the last version of capiz.config.mjs is not used. */
  readonly configFault?: string;
  readonly widgets: readonly GalleryWidget[];
  readonly screens: readonly GalleryScreen[];
  /** Errors and warnings of the definitions. */
  readonly problems: readonly Problem[];
  /** Faults of fixtures. */
  readonly faults: readonly string[];
}

export interface GalleryWidget {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  readonly members: readonly WidgetMember[];
  /** Names of the events that a definition can write under `on`. */
  readonly events: readonly string[];
  readonly examples: readonly WidgetExample[];
}

export interface WidgetExample {
  readonly title: string;
  readonly node: WrittenNode;
  /** Made from the required members, because the schema has no examples. */
  readonly isMade?: true;
}

export interface WidgetMember {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  /** `json`: too complex for a control; shown in the JSON of the node. */
  readonly control: 'checkbox' | 'select' | 'number' | 'text' | 'json';
  /** Of a `select`. */
  readonly words?: readonly string[];
  /** The value if a node does not have the member. */
  readonly default?: string | number | boolean;
}

export interface GalleryScreen {
  readonly id: string;
  readonly title: string;
  readonly states: readonly Pick<ScreenState, 'name' | 'title' | 'shows'>[];
}

/** A problem of a node; the pointer begins at the node. */
export type NodeProblem = Pick<Problem, 'code' | 'severity' | 'pointer' | 'message' | 'help'>;

export interface CompiledExample {
  /** Absent if the node has an error. */
  readonly plan?: Plan;
  readonly app?: AppPlan;
  readonly problems: readonly NodeProblem[];
}

/** A state of a screen, with everything that answers its calls. */
export interface OpenedState {
  readonly state: ScreenState;
  readonly app: AppPlan;
  readonly plans: { readonly [screen: string]: Plan };
  readonly contracts: readonly Contract[];
  readonly scenarios: readonly Scenario[];
  readonly service: ServiceAnswers;
  /** CSV of places, for `readPlaces`. */
  readonly places: string;
}
