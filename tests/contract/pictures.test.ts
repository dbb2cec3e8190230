import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = 'screens/assets';

// Words in a picture are in one language and no reader hears them; the definition's alt and captions are translated.
it.each(readdirSync(FOLDER))('the picture %s carries no words', (name) => {
  expect(name).toMatch(/\.svg$/);
  const drawing = readFileSync(join(FOLDER, name), 'utf8');
  expect(drawing.match(/<(text|tspan|textPath|title|desc|foreignObject|image)\b|aria-label/g) ?? []).toEqual(
    [],
  );
});
