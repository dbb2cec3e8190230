export function provideSchemas(schemas: { readonly [path: string]: object }): void;
