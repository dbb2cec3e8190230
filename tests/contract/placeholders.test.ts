import { expect, it } from 'vitest';
import { renderPlaceholder } from '#renderer/render-html.tsx';
import { loadProject } from '#src/server/project.ts';

/* The server-rendered placeholder of each screen, shown before any script runs. */

const { app, plans } = loadProject('.').definitions ?? {};
if (app === undefined || plans === undefined) throw new Error('The definitions have errors.');
const own = app;

it.each([...plans])(
  '%s has a placeholder in every language, which the document’s policy allows',
  (_id, plan) => {
    for (const language of own.languages.list)
      for (const chrome of ['web', 'host'] as const) {
        const { markup } = renderPlaceholder({ plan, app: own, language, chrome });
        expect(markup).toMatch(/^<div inert="" class="cz-screen/);
        expect(markup).not.toMatch(/ style=| on\w+=|<script|<iframe|autofocus/i);
        // A screen reader announces which screen this is.
        expect(markup).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
      }
  },
);
