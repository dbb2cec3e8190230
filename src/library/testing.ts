import {
  type Fixture,
  renderScreen as render,
  type RenderedScreen,
  type RenderOptions,
  type ScreenDefinition,
} from '#src/testing/index.ts';
import { adoptConfig } from '#src/extensions/config.ts';
import { register } from '#src/extensions/register.ts';

/* The entry point `capiz/testing`, for Vitest with Testing Library. */

export type {
  Fixture,
  RenderedScreen,
  RenderOptions,
  Replies,
  Reply,
  Request,
  ScreenDefinition,
} from '#src/testing/index.ts';

/**
 * Renders a screen in a state, with the widgets and actions of the project's `capiz.config.mjs`. Needs a DOM (Vitest:
 * `// @vitest-environment jsdom`); makes no connections. The clock starts at 2026-03-06T09:00+08:00; only `wait`
 * advances it.
 *
 * @param definition - The screen's name in the project, or a definition.
 * @param fixture - The name of a state, or the steps to one; default: the initial state.
 * @throws Error if the definition has an error, if something that was waited for does not appear, or if a call has no
 *   answer.
 */
export async function renderScreen(
  definition: string | ScreenDefinition,
  fixture?: string | Fixture,
  options: RenderOptions = {},
): Promise<RenderedScreen> {
  await adoptConfig(options.root ?? '.', register);
  return render(definition, fixture, options);
}
