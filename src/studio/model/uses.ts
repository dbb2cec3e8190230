import type { WorkspaceView } from './workspace.ts';

const NAME = /^screens\/(?:parts\/|messages\/)?([^/]+?)(?:\.(?:screen|part))?\.json$/;

/** What people call a document: `repay` of `screens/repay.screen.json`. */
export function nameOf(file: string): string {
  return NAME.exec(file)?.[1] ?? file;
}

/** Documents that a screen is made of: its own, and the parts that it uses, however deep. */
export function filesOf({ good }: WorkspaceView, screen: string): ReadonlySet<string> {
  const origins = Object.values(good?.screens[screen]?.origins ?? {});
  return new Set([`screens/${screen}.screen.json`, ...origins.map(({ file }) => file)]);
}

/** Screens that a document shows something on, in their order; all are meant where it shows on none alone. */
export function screensWith(view: WorkspaceView, file: string): readonly string[] {
  return Object.keys(view.good?.screens ?? {}).filter((screen) => filesOf(view, screen).has(file));
}
