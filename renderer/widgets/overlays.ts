/** Widgets that open above a screen; the first render needs none of them. */
export { dialog } from './overlays/dialog.tsx';
export { sheet } from './overlays/sheet.tsx';
