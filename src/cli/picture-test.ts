import { join } from 'node:path';
import type { Colours } from '#src/shared/code-frame.ts';
import type { Camera } from '#src/testing/camera.ts';
import type { Album, VerifiedScreenshot, Wanted } from '#src/testing/screenshot-run.ts';
import type { TestRun } from '#src/testing/test-run.ts';
import { openCameraOf } from './camera.ts';
import { checkOut } from './checkout.ts';
import type { Terminal } from './command.ts';

/** The folder of accepted screenshots, in the project but not in git: screenshots of other machines differ. */
const ALBUMS = '.capiz/pictures';

export interface PictureOptions {
  readonly root: string;
  readonly name: string | undefined;
  readonly writes: 'none' | 'missing' | 'all';
  /** A revision to compare with, whose states are photographed first; undefined: the accepted screenshots. */
  readonly against: string | undefined;
}

/** Takes screenshots of every state of the tested screens, and compares them. */
export async function testPictures(
  camera: Camera,
  { project, screens }: Pick<TestRun, 'project' | 'screens'>,
  { root, name, writes, against }: PictureOptions,
  terminal: Terminal,
): Promise<readonly VerifiedScreenshot[]> {
  const { openAlbum, verifyScreenshots } = await import('#src/testing/screenshot-run.ts');
  const wanted = screens.map((screen): Wanted => {
    const all = (project.states.get(screen) ?? []).map((state) => state.name);
    const states = all.filter((one) => name === undefined || `${screen}/${one}`.includes(name));
    return { screen, states, isWhole: name === undefined };
  });
  if (against === undefined) {
    const album = openAlbum(join(root, ALBUMS, fileNameOf(camera.environment)));
    return verifyScreenshots(camera, wanted, album, writes);
  }
  const before = checkOut(root, against);
  try {
    const former = await openCameraOf(terminal, before.folder);
    const album = memoryAlbum();
    try {
      const had = wanted.map((one) => ({
        ...one,
        states: former.states.flatMap((state) =>
          state.screen === one.screen && (one.isWhole || one.states.includes(state.name)) ? [state.name] : [],
        ),
      }));
      await verifyScreenshots(former, had, album, 'missing');
    } finally {
      await former.close();
    }
    return await verifyScreenshots(camera, wanted, album, 'none');
  } finally {
    before.remove();
  }
}

function memoryAlbum(): Album {
  const pictures = new Map<string, Uint8Array>();
  return {
    read: (name) => pictures.get(name),
    write: (name, png) => void pictures.set(name, png),
    remove: (name) => void pictures.delete(name),
    list: (screen) =>
      [...pictures.keys()].flatMap((name) =>
        name.startsWith(`${screen}/`) ? [name.slice(screen.length + 1)] : [],
      ),
  };
}

function fileNameOf(environment: string): string {
  return environment.replaceAll(/[^\w.-]+/g, '-');
}

const SHOWN = 20;

/** Describes the differences for people, with counts at the end. */
export async function describePictures(
  pictures: readonly VerifiedScreenshot[],
  { red, bold, dim }: Colours,
): Promise<string> {
  const { writeDifference } = await import('#src/testing/screenshot-run.ts');
  const isRight = ({ verdict }: VerifiedScreenshot): boolean => verdict === 'passed' || verdict === 'written';
  const wrong = pictures.filter((one) => !isRight(one));
  const lines = wrong.slice(0, SHOWN).map(({ screen, name, verdict, difference, failure }) => {
    const word = verdict === 'mismatched' ? 'FAIL' : verdict.toUpperCase();
    const why = failure ?? (difference === undefined ? '' : writeDifference(difference));
    return `${red(word)}  ${bold(`${screen} › ${name}`)}  picture  ${why}`;
  });
  if (wrong.length > SHOWN) lines.push(dim(`… and ${wrong.length - SHOWN} more`));
  const counts = new Map<string, number>();
  for (const { verdict } of pictures) counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
  lines.push(`pictures: ${[...counts].map(([verdict, count]) => `${count} ${verdict}`).join(', ')}`);
  return `${lines.join('\n')}\n`;
}
