import type { BuiltRequest } from '#renderer/plan/build-request.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import type { GivenReply } from '#src/shared/borrower-data.ts';
import { keyOf, withScreen } from '#src/shared/first-calls.ts';
import type { Parameters } from '#src/shared/parameters.ts';
import type { Chrome } from '../delivery/chrome.ts';

/** A screen of a release in one language. The same object for every visit. */
export interface ScreenOfRelease {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly language: string;
  readonly chrome: Chrome;
}

interface Visitor {
  readonly params: Parameters;
  readonly session: Parameters;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** The page's own origin. */
  readonly origin: string;
}

export interface Visit extends Visitor {
  readonly replies: readonly GivenReply[];
}

/** @returns the HTML of a screen with its data; empty if there is no content. */
export type RenderContent = (screen: ScreenOfRelease, visit: Visit) => Promise<string>;

/** Like `renderContent` of the engine. */
export type RenderByEngine = (
  screen: ScreenOfRelease,
  visit: Visitor & { replyTo(request: BuiltRequest): GivenReply[1] | undefined },
) => Promise<string>;

export function renderBy(engine: RenderByEngine): RenderContent {
  return (screen, { replies, ...visitor }) => {
    const byKey = new Map(replies);
    return engine(screen, {
      ...visitor,
      replyTo: (request) => byKey.get(keyOf(withScreen(request, screen.plan))),
    });
  };
}
