{
  description = "Audio daemon that steps aside for calls and keeps your place";

  # Nix writes the exact commits of all these to flake.lock when it first builds. A build has no network, so the Swift packages come along.
  inputs = {
    nixpkgs.url = "nixpkgs/nixos-unstable";
    swift-argument-parser = {
      url = "github:apple/swift-argument-parser/1.8.2";
      flake = false;
    };
    swift-atomics = {
      url = "github:apple/swift-atomics/1.3.0";
      flake = false;
    };
    swift-collections = {
      url = "github:apple/swift-collections/1.6.0";
      flake = false;
    };
    swift-log = {
      url = "github:apple/swift-log/1.16.2";
      flake = false;
    };
    swift-nio = {
      url = "github:apple/swift-nio/2.101.2";
      flake = false;
    };
    swift-system = {
      url = "github:apple/swift-system/1.8.1";
      flake = false;
    };
  };

  outputs =
    { nixpkgs, ... }@inputs:
    let
      # The releases of the inputs above, which a source of Nix does not tell.
      swiftPackages = {
        swift-argument-parser = "1.8.2";
        swift-atomics = "1.3.0";
        swift-collections = "1.6.0";
        swift-log = "1.16.2";
        swift-nio = "2.101.2";
        swift-system = "1.8.1";
      };
      systems = [
        "x86_64-linux"
        "aarch64-linux"
      ];
      each = make: nixpkgs.lib.genAttrs systems (system: make nixpkgs.legacyPackages.${system});
      fermata =
        pkgs:
        pkgs.callPackage ./package.nix {
          inherit (pkgs.swiftPackages) swift swiftpm;
          swiftPackageSources = nixpkgs.lib.mapAttrs (name: version: {
            inherit version;
            source = inputs.${name};
          }) swiftPackages;
        };
    in
    {
      packages = each (pkgs: {
        default = fermata pkgs;
      });
      # What a build needs, for `swift build` by hand.
      devShells = each (pkgs: {
        default = pkgs.mkShell { inputsFrom = [ (fermata pkgs) ]; };
      });
    };
}
