import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeFile } from '#src/shared/write-file.ts';
import { messageOf } from '#src/shared/message-of.ts';
import type { Camera, ScreenshotDifference, Theme } from './camera.ts';
import type { Verdict } from './snapshots.ts';

/** Number of pages open at the same time. */
const AT_ONCE = 2;

/** One screenshot of a state, compared with the accepted one. */
export interface VerifiedScreenshot {
  readonly screen: string;
  readonly state: string;
  /** `content.dark`, `content-end.light`. */
  readonly name: string;
  readonly theme: Theme;
  readonly verdict: Verdict;
  readonly before?: Uint8Array;
  readonly after?: Uint8Array;
  readonly difference?: ScreenshotDifference;
  /** Why there is no screenshot. */
  readonly failure?: string;
}

/** The report of a screenshot in `capiz test --json`. */
export interface ScreenshotReport
  extends Pick<VerifiedScreenshot, 'screen' | 'state' | 'theme' | 'verdict' | 'failure'> {
  readonly name: string;
  /** The number of different pixels, of all pixels, and the bounding box. */
  readonly difference?: Omit<ScreenshotDifference, 'picture'>;
}

/** The accepted screenshots: `<screen>/<name>` to PNG. */
export interface Album {
  read(name: string): Uint8Array | undefined;
  write(name: string, png: Uint8Array): void;
  remove(name: string): void;
  /** Names of one screen's screenshots. */
  list(screen: string): readonly string[];
}

/** The states to photograph. */
export interface Wanted {
  readonly screen: string;
  readonly states: readonly string[];
  /** Whether these are all states: only then a screenshot can be obsolete. */
  readonly isWhole: boolean;
}

/** Takes screenshots of each state, light and dark, in its first language, and compares them with the album. */
export async function verifyScreenshots(
  camera: Camera,
  wanted: readonly Wanted[],
  album: Album,
  writes: 'none' | 'missing' | 'all',
): Promise<readonly VerifiedScreenshot[]> {
  const jobs = wanted.flatMap(({ screen, states }) => states.map((state) => ({ screen, state })));
  const taken = new Map<string, readonly VerifiedScreenshot[]>();
  const left = [...jobs];
  const work = async (): Promise<void> => {
    for (let job = left.shift(); job !== undefined; job = left.shift())
      taken.set(`${job.screen}/${job.state}`, await verifyState(camera, job, album, writes));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const verified = jobs.flatMap(({ screen, state }) => taken.get(`${screen}/${state}`) ?? []);
  return [...verified, ...wanted.flatMap((one) => findObsolete(one, verified, album, writes))];
}

async function verifyState(
  camera: Camera,
  { screen, state }: { readonly screen: string; readonly state: string },
  album: Album,
  writes: 'none' | 'missing' | 'all',
): Promise<readonly VerifiedScreenshot[]> {
  const found = camera.states.find((one) => one.screen === screen && one.name === state);
  try {
    if (found === undefined) throw new Error('the gallery has no such state');
    return (await camera.shoot(found)).map(({ part, theme, png }): VerifiedScreenshot => {
      const name = `${state}${part === '' ? '' : `-${part}`}.${theme}`;
      const one = { screen, state, name, theme, after: png };
      const before = album.read(`${screen}/${name}`);
      const difference = before && camera.compare(before, png);
      if (before !== undefined && difference === undefined) return { ...one, verdict: 'passed' };
      if (writes === 'all' || (writes === 'missing' && before === undefined)) {
        album.write(`${screen}/${name}`, png);
        return { ...one, verdict: 'written' };
      }
      if (before === undefined) return { ...one, verdict: 'missing' };
      return { ...one, before, verdict: 'mismatched', ...(difference && { difference }) };
    });
  } catch (error) {
    const failure = messageOf(error);
    return [{ screen, state, name: state, theme: 'light', verdict: 'failed', failure }];
  }
}

/** Screenshots of removed states. */
function findObsolete(
  { screen, isWhole }: Wanted,
  verified: readonly VerifiedScreenshot[],
  album: Album,
  writes: 'none' | 'missing' | 'all',
): readonly VerifiedScreenshot[] {
  const own = verified.filter((one) => one.screen === screen);
  if (!isWhole || own.some(({ verdict }) => verdict === 'failed')) return [];
  const names = new Set(own.map(({ name }) => name));
  return album.list(screen).flatMap((name): VerifiedScreenshot[] => {
    if (names.has(name)) return [];
    const [state = name, theme] = name.split('.');
    const before = album.read(`${screen}/${name}`);
    if (writes === 'all') {
      album.remove(`${screen}/${name}`);
      return [];
    }
    const isDark = theme === 'dark';
    const one = { screen, state, name, theme: isDark ? 'dark' : 'light', verdict: 'obsolete' } as const;
    return [{ ...one, ...(before && { before }) }];
  });
}

/** An album in a folder, one file for each screenshot. */
export function openAlbum(folder: string): Album {
  const fileOf = (name: string): string => join(folder, `${name}.png`);
  return {
    read: (name) => (existsSync(fileOf(name)) ? readFileSync(fileOf(name)) : undefined),
    write(name, png) {
      writeFile(fileOf(name), png);
    },
    remove: (name) => rmSync(fileOf(name), { force: true }),
    list: (screen) =>
      existsSync(join(folder, screen))
        ? readdirSync(join(folder, screen))
            .filter((name) => name.endsWith('.png'))
            .map((name) => name.slice(0, -'.png'.length))
            .sort()
        : [],
  };
}

export function reportScreenshot(one: VerifiedScreenshot): ScreenshotReport {
  const { screen, state, name, theme, verdict, difference, failure } = one;
  return {
    screen,
    state,
    name,
    theme,
    verdict,
    ...(difference && { difference: { pixels: difference.pixels, of: difference.of, box: difference.box } }),
    ...(failure !== undefined && { failure }),
  };
}

/** `0.41 % differs (312x44 at 24,131)`. */
export function writeDifference({ pixels, of, box }: Omit<ScreenshotDifference, 'picture'>): string {
  const percent = Math.max(0.01, (100 * pixels) / of).toFixed(2);
  return `${percent} % differs (${box.width}x${box.height} at ${box.x},${box.y})`;
}
