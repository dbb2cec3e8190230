import type { Problem } from '../../plan/problem.ts';
import { isJson } from '../json.ts';
import { inOrder, type Project, analyzeProject, readingsOf } from '../project.ts';
import type { ProjectMemory } from '../project-memory.ts';
import { documentKind, type Reading, type SourceFile, type World } from '../world.ts';
import { acknowledge, type AcknowledgedProblem } from './acknowledge.ts';
import { lintBack } from './back.ts';
import { lintPrimaryButtons } from './buttons.ts';
import { lintConditions } from './conditions.ts';
import { lintConsent } from './consent.ts';
import { lintData } from './data.ts';
import { WrittenDocument } from './document.ts';
import { lintForms } from './forms.ts';
import { lintIdle } from './idle.ts';
import { lintImages } from './images.ts';
import { lintOptions } from './options.ts';
import { lintOverlays } from './overlays.ts';
import { lintPhone } from './phone.ts';
import {
  lintCurrency,
  lintNamedButtons,
  lintNames,
  lintScreens,
  lintTranslatedButtons,
  lintTranslations,
} from './project-wide.ts';
import { lintRating } from './rating.ts';
import { lintFields, lintState } from './unused.ts';
import { lintWords } from './words.ts';
import { writtenDocuments } from './written.ts';

export type { AcknowledgedProblem } from './acknowledge.ts';

/** All problems and acknowledged warnings of a project. */
export interface Inspection {
  /** Errors, and warnings that are not acknowledged, by file and location. */
  readonly problems: readonly Problem[];
  /** Acknowledged warnings with their reasons. */
  readonly acknowledged: readonly AcknowledgedProblem[];
}

/**
 * Checks a project like `checkProject`, and then applies the lint rules to documents without errors. The
 * rules need a second pass and do not change a plan, so compiling does not run them.
 *
 * @param further Problems in these files from other checks; they can be acknowledged too.
 */
export function inspectProject(files: readonly SourceFile[], further: readonly Problem[] = []): Inspection {
  const readings: Reading[] = [];
  return inspectCompiled(analyzeProject(files, readings), readings, further);
}

/**
 * As `inspectProject`, for a compiled project.
 *
 * @param readings What `analyzeProject` read.
 */
export function inspectCompiled(
  project: Project,
  readings: readonly Reading[],
  further: readonly Problem[] = [],
): Inspection {
  const { world } = project;
  const { screens, parts, apps } = writtenDocuments(project, readings);
  const language = languageOf(project);
  for (const document of [...screens, ...parts]) {
    for (const rule of RULES) rule(document, world);
    lintPhone(document, language);
  }
  for (const app of apps) {
    lintConditions(app);
    lintWords(app);
  }
  const wide: Problem[] = [];
  // Only without errors: definitions that a broken part uses would be reported as unused.
  if (project.shown !== undefined) {
    for (const screen of screens) lintData(screen);
    for (const document of [...screens, ...parts]) lintOptions(document, world);
    lintScreens(world, [...screens, ...parts]);
    lintNames([...screens, ...parts, ...apps]);
    lintCurrency(apps, [...screens, ...parts, ...apps]);
    wide.push(...lintTranslations(world, project.shown));
    wide.push(...lintTranslatedButtons(world, [...screens, ...parts]));
    wide.push(...lintNamedButtons(world, [...screens, ...parts], project.shown));
  }
  const found = [...screens, ...parts, ...apps].flatMap(({ problems }) => problems);
  const documents = [
    ...(world.app === undefined ? [] : [world.app]),
    ...world.screens.values(),
    ...world.parts.values(),
    ...world.catalogues,
  ].flatMap(({ document }) => document ?? []);
  const all = [...project.problems, ...found, ...wide, ...further];
  const { problems, acknowledged } = acknowledge(documents, all, project.shown !== undefined);
  return { problems: inOrder(problems), acknowledged: inOrder(acknowledged) };
}

/**
 * The warnings of the rules that look at one document, for a document without errors; acknowledged ones are left out.
 *
 * @param memory For callers that read the same project repeatedly.
 */
export function inspectDocument(
  files: readonly SourceFile[],
  file: string,
  memory?: ProjectMemory,
): readonly Problem[] {
  const { world, document, readings } = readingsOf(files, file, memory);
  const kind = documentKind(file)?.kind;
  if (document === undefined || !isJson(document.value)) return [];
  if (kind !== 'screen' && kind !== 'part' && kind !== 'app') return [];
  const written = new WrittenDocument(document, document.value, kind, readings);
  if (kind === 'app') {
    lintConditions(written);
    lintWords(written);
  } else {
    for (const rule of RULES) rule(written, world);
    lintPhone(written, languageOf({ world }));
  }
  const { problems } = acknowledge([document], written.problems, false);
  return inOrder(problems);
}

const RULES: readonly ((document: WrittenDocument, world: World) => void)[] = [
  lintBack,
  lintConsent,
  lintRating,
  lintPrimaryButtons,
  lintOverlays,
  lintConditions,
  lintWords,
  lintState,
  lintFields,
  lintForms,
  lintImages,
  lintIdle,
];

function languageOf({ world }: Pick<Project, 'world'>): string {
  const languages = world.app?.value?.['languages'];
  const language = isJson(languages) ? languages['default'] : undefined;
  return typeof language === 'string' ? language : '';
}
