export const later: string = "loaded on the first click";
