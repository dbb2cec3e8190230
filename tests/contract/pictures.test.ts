import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = 'screens/assets';

// Words in an image have one language, and screen readers do not read them; the alt text and captions are translated.
it.each(readdirSync(FOLDER))('the image %s contains no words', (name) => {
  expect(name).toMatch(/\.svg$/);
  const drawing = readFileSync(join(FOLDER, name), 'utf8');
  expect(drawing.match(/<(text|tspan|textPath|title|desc|foreignObject|image)\b|aria-label/g) ?? []).toEqual(
    [],
  );
});
