/**
 * Where the nodes of a screen are written: the development server says it, and the inspector of its pages
 * (`src/workshop/inspector`) reads it.
 */
export interface ScreenPlaces {
  /** By the id that the plan gives them. */
  readonly nodes: { readonly [id: string]: NodePlace };
}

export interface NodePlace {
  /** `file:line:column` */
  readonly at: string;
  /** As they are written, by property. */
  readonly written: { readonly [property in InspectedProperty]?: string };
}

/** Properties that decide whether a node is there and can be used. */
export const INSPECTED_PROPERTIES = ['visibleWhen', 'enabledWhen', 'each'] as const;
export type InspectedProperty = (typeof INSPECTED_PROPERTIES)[number];

/** Of the places of a screen: `<base><screen>.json`. */
export const PLACES_BASE = '/capiz/dev/places/';
export const INSPECTOR_STYLES_ADDRESS = '/capiz/dev/inspector.css';
