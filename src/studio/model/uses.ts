import { partName } from '#src/shared/project-paths.ts';
import type { WorkspaceView } from './workspace.ts';

const NAME = /^screens\/(?:parts\/|messages\/)?([^/]+?)(?:\.(?:screen|part))?\.json$/;

/** The short name of a document: `repay` for `screens/repay.screen.json`. */
export function nameOf(file: string): string {
  return NAME.exec(file)?.[1] ?? file;
}

/** Files that a screen consists of: its own and all parts that it uses, nested ones too. */
export function filesOf({ good }: WorkspaceView, screen: string): ReadonlySet<string> {
  const origins = Object.values(good?.screens[screen]?.origins ?? {});
  return new Set([`screens/${screen}.screen.json`, ...origins.map(({ file }) => file)]);
}

const SCREEN = /^screens\/([^/]+)\.screen\.json$/;

/** The screen to open if the address names none: a changed one, else one with a changed part, else the first. */
export function screenToOpen({ good, texts, changed }: WorkspaceView): string {
  const screens = [...texts].flatMap(([path, text]) => {
    const screen = SCREEN.exec(path)?.[1];
    return screen === undefined ? [] : [{ screen, text, isChanged: changed.has(path) }];
  });
  const parts = [...changed].flatMap((path) => partName(path) ?? []);
  const found =
    screens.find(({ isChanged }) => isChanged) ??
    screens.find(({ text }) => parts.some((part) => text.includes(`"${part}"`)));
  return found?.screen ?? Object.keys(good?.screens ?? {})[0] ?? '';
}

/** Screens that contain nodes of a document. Empty for a document that applies to all screens. */
export function screensWith(view: WorkspaceView, file: string): readonly string[] {
  return Object.keys(view.good?.screens ?? {}).filter((screen) => filesOf(view, screen).has(file));
}
