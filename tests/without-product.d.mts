/** The tree without this product, in a new folder outside the project; whoever asked for it removes it. */
export function copyWithoutProduct(): string;
