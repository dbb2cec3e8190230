export function findBrowsers(): { readonly browser: string; readonly whole: string };
