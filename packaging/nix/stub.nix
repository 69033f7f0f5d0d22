# Evaluates the flake without nixpkgs, to find what a parser does not: names that are not there, and what the steps of a build become. Each
# package is a name here, and stdenv gives what it gets. The argument is what nixpkgs says of its Swift.
{ swiftVersion }:

let
  lib = {
    assertMsg = condition: text: condition || throw text;
    cleanSource = path: path;
    concatStrings = builtins.concatStringsSep "";
    genAttrs =
      names: make:
      builtins.listToAttrs (
        map (name: {
          inherit name;
          value = make name;
        }) names
      );
    getLib = package: package;
    inherit (builtins) mapAttrs;
    mapAttrsToList = make: set: map (name: make name set.${name}) (builtins.attrNames set);
    versionAtLeast = found: least: builtins.compareVersions found least >= 0;
    licenses.asl20 = "Apache-2.0";
    platforms.linux = [ ];
  };
  package = name: {
    outPath = "/nix/store/${name}";
    version = swiftVersion;
    override = options: package "${name}-overridden";
  };
  given = name: if name == "lib" then lib else if name == "stdenv" then { mkDerivation = set: set; } else package name;
  pkgs = {
    callPackage =
      file: arguments:
      let
        function = import file;
      in
      function (builtins.mapAttrs (name: hasDefault: given name) (builtins.functionArgs function) // arguments);
    mkShell = set: set;
    swiftPackages = {
      swift = package "swift";
      swiftpm = package "swiftpm";
    };
  };
  flake = import ./flake.nix;
  inputs = builtins.mapAttrs (name: input: { outPath = "/nix/store/${name}"; }) flake.inputs // {
    nixpkgs = {
      inherit lib;
      legacyPackages = {
        x86_64-linux = pkgs;
        aarch64-linux = pkgs;
      };
    };
  };
  outputs = flake.outputs inputs;
  built = outputs.packages.x86_64-linux.default;
in
{
  inherit (built) version;
  steps = built.configurePhase + built.buildPhase + built.installPhase;
  shells = builtins.attrNames outputs.devShells;
}
