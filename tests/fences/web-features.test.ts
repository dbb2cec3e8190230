import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { findNewer, NEWER_FEATURES, type WebFeature } from './web-features.ts';

/** Newer features that are allowed, because the page works without them. */
const ALLOWED: readonly (readonly [feature: string, place: string, reason: string])[] = [
  [
    'Trusted Types',
    'src/borrower/trusted-types.ts',
    'a second protection; the rule is applied without it too',
  ],
  ['Trusted Types', 'dist/borrower/assets/offline.js', 'the same'],
  [
    'inert',
    'renderer/kit/modal-dialog.ts',
    'the image of a closed dialog takes no pointer and goes after its motion',
  ],
  ['inert', 'dist/borrower/assets/engine.js', 'the same, and React knows the attribute'],
  ['inert', 'renderer/render-html.tsx', 'nothing listens to what can be tapped, and its buttons are hidden'],
  ['overscroll-behavior', 'renderer/kit/modal.css', 'without it the page behind may move a little'],
  ['overscroll-behavior', 'dist/borrower/assets/style.css', 'the same'],
  ['content-visibility', 'renderer/kit/field.css', 'without it a long form is laid out as a whole'],
  ['contain-intrinsic-size', 'renderer/kit/field.css', 'belongs to content-visibility'],
  ['content-visibility', 'dist/borrower/assets/style.css', 'the same'],
  ['contain-intrinsic-size', 'dist/borrower/assets/style.css', 'the same'],
  ['iterator helpers', 'renderer/runtime/intent-store.ts', 'no iterator: the storage port’s keys are a list'],
  ['iterator helpers', 'dist/borrower/assets/engine.js', 'the same'],
  ['scrollend', 'dist/borrower/assets/engine.js', 'React knows the name of the event'],
  ['network information', 'dist/borrower/assets/engine.js', 'React asks whether it is there'],
  ['view transitions', 'dist/borrower/assets/engine.js', 'React has them, and the page asks for none'],
];

function listFiles(folder: string, name: RegExp): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`);
}

/** Sources of the page; the checker is not part of it. */
const SOURCES = ['renderer', 'src/borrower', 'src/shared']
  .flatMap((folder) => listFiles(folder, /\.(ts|tsx|css)$/))
  .filter((file) => !/\.test\.tsx?$|\/testing\.ts$|^renderer\/grammar\/|\/vite\.config\.ts$/.test(file));

const kindOf = (file: string): WebFeature['in'] => (file.endsWith('.css') ? 'style' : 'script');

/** Removes the hash: `dist/…/page-D2x.js` has the same name in every build. */
const placeOf = (file: string) => file.replace(/-[\w-]{8}\.(js|css)$/, '.$1');

function findIn(files: readonly string[]): readonly string[] {
  return files.flatMap((file) =>
    findNewer(kindOf(file), readFileSync(file, 'utf8')).map(
      (feature) => `${feature.name} in ${placeOf(file)}`,
    ),
  );
}

describe('the oldest web view is iOS 15.4', () => {
  let built: readonly string[] = [];

  beforeAll(() => {
    const build = "import('./bin/build.mjs').then((build) => build.buildStale(['borrower']))";
    execFileSync(process.execPath, ['-e', build], { stdio: 'pipe' });
    built = listFiles('dist/borrower', /\.(js|css)$/);
  }, 120_000);

  for (const feature of NEWER_FEATURES) {
    it(`finds a planted ${feature.name} (iOS ${feature.since})`, () => {
      expect(findNewer(feature.in, feature.planted).map(({ name }) => name)).toContain(feature.name);
    });
  }

  it('ignores names in comments', () => {
    expect(findNewer('script', '// list.toSorted()\n/* URL.parse(text) */ run()')).toEqual([]);
  });

  it('ignores features of iOS 15.4', () => {
    const script =
      'structuredClone(a); list.at(-1); Object.hasOwn(a, b); list.findLast(f); dialog.showModal(); navigator.locks';
    const style =
      '@layer a{dialog::backdrop{height:100dvh;color:oklch(1 0 0);aspect-ratio:1}}a:has(b):focus-visible{-webkit-user-select:none;user-select:none}';
    expect([findNewer('script', script), findNewer('style', style)]).toEqual([[], []]);
  });

  it('neither the sources nor the built page use a newer feature, apart from the listed enhancements', () => {
    expect(built.length).toBeGreaterThan(3);
    const allowed = ALLOWED.map(([feature, place]) => `${feature} in ${place}`);
    expect([...new Set(findIn([...SOURCES, ...built]))].sort()).toEqual(allowed.sort());
  });
});
