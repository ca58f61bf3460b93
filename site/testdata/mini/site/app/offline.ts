export const offline = 1;
