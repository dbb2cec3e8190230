// Types that these packages lack: jsdom has none, those of the other package are not in its `exports`.

declare module 'jsdom' {
  export class VirtualConsole {}
  export class JSDOM {
    constructor(
      html: string,
      options: {
        readonly url: string;
        readonly pretendToBeVisual: boolean;
        readonly virtualConsole: VirtualConsole;
      },
    );
    readonly window: Window & typeof globalThis;
  }
}

declare module 'dom-accessibility-api' {
  interface Options {
    readonly getComputedStyle?: (element: Element, pseudo?: string | null) => CSSStyleDeclaration;
  }
  export function computeAccessibleName(element: Element, options?: Options): string;
  export function computeAccessibleDescription(element: Element, options?: Options): string;
}
