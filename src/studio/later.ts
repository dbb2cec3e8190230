import { lazy } from 'react';

/* Views and panes that are rarely used: each is loaded when it is first opened. */

export const AddField = lazy(async () => ({ default: (await import('./fields/add-field.tsx')).AddField }));
export const NodeMenu = lazy(async () => ({ default: (await import('./arrange/node-menu.tsx')).NodeMenu }));
export const FieldPanel = lazy(async () => ({
  default: (await import('./fields/field-panel.tsx')).FieldPanel,
}));
export const Releases = lazy(async () => ({ default: (await import('./releases/releases.tsx')).Releases }));
export const Tour = lazy(async () => ({ default: (await import('./tour/tour.tsx')).Tour }));
export const ScreenMap = lazy(async () => ({ default: (await import('./map/map.tsx')).ScreenMap }));
export const Texts = lazy(async () => ({ default: (await import('./texts/texts.tsx')).Texts }));
export const Assets = lazy(async () => ({ default: (await import('./assets/assets.tsx')).Assets }));
export const Phone = lazy(async () => ({ default: (await import('./phone/phone.tsx')).Phone }));
export const Conflict = lazy(async () => ({ default: (await import('./together/conflict.tsx')).Conflict }));
export const DraftReview = lazy(async () => ({
  default: (await import('./review/draft-review.tsx')).DraftReview,
}));
export const NewScreenView = lazy(async () => ({
  default: (await import('./screens/new-screen-view.tsx')).NewScreenView,
}));
export const ConditionsPane = lazy(async () => ({
  default: (await import('./conditions/conditions-pane.tsx')).ConditionsPane,
}));
export const DataPane = lazy(async () => ({ default: (await import('./data/data-pane.tsx')).DataPane }));
export const NetworkLog = lazy(async () => ({
  default: (await import('./calls/network-log.tsx')).NetworkLog,
}));
