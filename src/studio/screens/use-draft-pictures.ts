import { useEffect, useMemo, useRef, useState } from 'react';
import { Compiling } from '#renderer/grammar/compile.ts';
import { ProjectMemory } from '#renderer/grammar/project-memory.ts';
import { withBrand } from '#src/shared/brand/with-brand.ts';
import type { Fixtures } from '../load.ts';
import { setAt } from '../model/edits.ts';
import { sceneOf, statesOfScreen, type Version } from '../model/version.ts';
import type { WorkspaceView } from '../model/workspace.ts';
import { AT_ONCE, createTurns, type PictureSource } from '../pictures/picture-source.ts';
import { createInputWatch } from '../pictures/until-quiet.ts';
import { screenPath } from './all-screens.ts';
import { writeTemplate } from './new-screen.ts';
import { TEMPLATES } from './templates.ts';

/** Names the picture of a template. No screen has such an id. */
export function pictureOfTemplate(name: string): string {
  return `template ${name}`;
}

interface Draft {
  readonly view: WorkspaceView;
  /** The last version that can be rendered. */
  readonly version: Version | undefined;
  readonly fixtures: Fixtures;
  /** Language, theme and other settings of the preview. */
  readonly drawn: Parameters<typeof sceneOf>[3];
}

/** Pictures of the draft's screens and of the templates; undefined until all screens are compiled. */
export function useDraftPictures({ view, version, fixtures, drawn }: Draft): PictureSource | undefined {
  const [input] = useState(createInputWatch);
  useEffect(() => input.listen(window), [input]);
  const latest = useRef({ view, version, fixtures, drawn });
  useEffect(() => {
    latest.current = { view, version, fixtures, drawn };
  });
  // A picture shows its screen as it was when it came near the window, so that an edit renders nothing twice.
  const [isReady, setReady] = useState(false);
  if (view.isWhole && version !== undefined && !isReady) setReady(true);
  return useMemo(() => {
    if (!isReady) return undefined;
    const memory = new ProjectMemory();
    return {
      takeTurn: createTurns(AT_ONCE, input.untilQuiet),
      async sceneOf({ screen }) {
        const { current } = latest;
        const template = TEMPLATES.find(({ name }) => pictureOfTemplate(name) === screen);
        const id = template === undefined ? screen : screen.replace(' ', '-');
        const of = template === undefined ? current.version : versionWith(current, template, id, memory);
        if (of === undefined) return undefined;
        const states = statesOfScreen(of, current.fixtures, id);
        const state = states.find(({ name }) => name === 'content') ?? states[0];
        if (state === undefined) return undefined;
        const isDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
        const look = { ...current.drawn, theme: isDark ? ('dark' as const) : ('light' as const) };
        return sceneOf(of, current.fixtures, { ...state, ...template?.sample }, look);
      },
    };
  }, [isReady, input]);
}

/** The draft with a template as a further screen. */
function versionWith(
  { view, version }: Pick<Draft, 'view' | 'version'>,
  template: (typeof TEMPLATES)[number],
  id: string,
  memory: ProjectMemory,
): Version | undefined {
  if (version === undefined) return undefined;
  const path = screenPath(id);
  const text = writeTemplate(view, { ...template, document: { ...template.document, id } }, path);
  const routed = setAt({ path, text }, '/routes', [`/${id}`]).text;
  const files = [...version.files.filter((file) => file.path !== path), { path, text: routed }];
  const alone = new Compiling(files, memory).alone(id);
  return alone && { files, compiled: withBrand(alone, files) };
}
