export {}; // runs the JavaScript of readers
