import * as v from 'valibot';

/** Properties that decide whether a node is visible and enabled. */
export const INSPECTED_PROPERTIES = ['visibleWhen', 'enabledWhen', 'each'] as const;
export type InspectedProperty = (typeof INSPECTED_PROPERTIES)[number];

const NODE_PLACE = v.object({
  /** `file:line:column` */
  at: v.string(),
  /** Source text by property. */
  written: v.object(v.entriesFromList(INSPECTED_PROPERTIES, v.exactOptional(v.string()))),
});
export type NodePlace = Readonly<v.InferOutput<typeof NODE_PLACE>>;

/**
 * Source locations of a screen's nodes: the development server sends them, and the inspector in its pages
 * (`src/devtools/inspector`) reads them.
 */
export const SCREEN_PLACES = v.object({
  /** By the id of the node in the plan. */
  nodes: v.record(v.string(), NODE_PLACE),
});
export type ScreenPlaces = Readonly<v.InferOutput<typeof SCREEN_PLACES>>;

/** Address of a screen's locations: `<base><screen>.json`. */
export const PLACES_BASE = '/capiz/dev/places/';
export const INSPECTOR_STYLES_ADDRESS = '/capiz/dev/inspector.css';
