import {
  type Fixture,
  renderScreen as render,
  type RenderedScreen,
  type RenderOptions,
  type ScreenDefinition,
} from '#src/testing/index.ts';
import { adoptConfig } from '#src/extensions/config.ts';
import { register } from '#src/extensions/register.ts';

/*
 * The door `capiz/testing`, for Vitest with Testing Library.
 */

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
 * Draws a screen in a state, with the widgets and actions of the project's `capiz.config.mjs`. Needs a DOM (Vitest:
 * `// @vitest-environment jsdom`); makes no connection. The clock stands at 2026-03-06T09:00+08:00 and passes by `wait` alone.
 *
 * @param definition - The screen's name in the project, or a definition.
 * @param fixture - The name of a state, or what leads to one; default: as it stands.
 * @throws Error where the definition has an error, or saying what was waited for in vain, or which call nobody answers.
 */
export async function renderScreen(
  definition: string | ScreenDefinition,
  fixture?: string | Fixture,
  options: RenderOptions = {},
): Promise<RenderedScreen> {
  await adoptConfig(options.root ?? '.', register);
  return render(definition, fixture, options);
}
