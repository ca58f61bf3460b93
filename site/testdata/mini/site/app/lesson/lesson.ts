export const lesson = 1;
